// The balance of our account at the utility, and which account it is (BL-01), read from the utility itself.
import {
  CURRENCY,
  dashboard,
  formatAmount,
  formatTime,
  vendor,
  type VendorBalance,
} from '@flexpower/contract'
import { useCall } from '../api/hooks/use-call.ts'
import { site } from '../api/site.ts'
import { daysLeft, endText, lastingText, chooseTone } from '../lib/lasting.ts'
import { refusalText } from '../form/form-errors.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

export function BalancePage() {
  const query = useCall(vendor.balance, {})
  const { data: account, isFetching } = query
  return (
    <Panel
      className="w-full max-w-160"
      title={`${site.utilityName} account`}
      actions={
        account !== undefined && (
          <Button icon="refresh" variant="ghost" busy={isFetching} onClick={() => void query.refetch()}>
            Read again
          </Button>
        )
      }
      flush={account === undefined}
    >
      {account === undefined ? (
        <Waiting error={query.isError ? query.error : null} onRetry={() => void query.refetch()} />
      ) : (
        <Account account={account} readAt={new Date(query.dataUpdatedAt)} isOld={query.isError} />
      )}
    </Panel>
  )
}

function Waiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null)
    // Two spaces, as specified: the browser must not collapse them.
    return (
      <p aria-live="polite" className="px-5 py-12 text-center whitespace-pre text-ink-3">
        {'Loading  details...'}
      </p>
    )
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title="The balance could not be read"
        action={
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {refusalText(error, 'The server did not answer. No sale is affected.')} It is tried again
        automatically in a moment.
      </EmptyState>
    </div>
  )
}

interface AccountProps {
  account: VendorBalance
  readAt: Date
  /** The last attempt failed: the values shown are older. */
  isOld: boolean
}

const Account = ({ account, readAt, isOld }: AccountProps) => (
  <div className="grid gap-6">
    <div>
      <p className="text-sm font-medium text-ink-2">Balance</p>
      <p className="text-[clamp(1.75rem,9vw,3rem)] leading-tight font-semibold tracking-[-0.02em] whitespace-nowrap">
        <span className="text-[0.6em] font-medium tracking-normal text-ink-3">{CURRENCY}</span>{' '}
        {formatAmount(account.balance)}
      </p>
      <p className="mt-1 text-sm text-ink-3">
        Read at {formatTime(readAt)}.{isOld && ' It cannot be read just now; it is tried again by itself.'}
      </p>
    </div>
    <Lasting account={account} />
    <dl className="grid gap-4 border-t border-line pt-5 sm:grid-cols-3">
      <Fact name="Vendor" value={account.description} />
      <Fact name="Vendor Id" value={account.vendorId} />
      <Fact name="Vendor Id changed" value={account.vendorIdChanged ? 'Yes' : 'No'} />
    </dl>
  </div>
)

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-sm text-ink-3">{name}</dt>
    <dd className="font-medium [overflow-wrap:anywhere]">{value}</dd>
  </div>
)

const WORDS = { danger: 'Almost used up', warning: 'Low' }

/** Empty if the pace is not known: it is not part of the account. */
function Lasting({ account }: { account: VendorBalance }) {
  const { data: overview } = useCall(dashboard.overview, {})
  if (overview === undefined) return null
  const days = daysLeft(account.balance, overview.vendedADay)
  if (days === null) return <p className="text-ink-2">Nothing was sold in the last seven days.</p>
  const tone = chooseTone(days)
  const end = endText(overview.asOf, days)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      {tone !== 'ok' && <Badge tone={tone}>{WORDS[tone]}</Badge>}
      <span>
        Lasts <b className="font-semibold text-ink">{lastingText(days)}</b> at the pace of the last seven days
        {end === null ? '' : `, to ${end}`}.
      </span>
    </p>
  )
}
