// Shows an Admin on every page that the books were restored to an earlier state, until what may be missing is compared
// and settled.
import { type CatchUp, enquiries, formatDay, formatTime } from '@flexpower/contract'
import { Link } from '../../router/hooks.tsx'
import { useCall } from '../../api/hooks/use-call.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'

const LOOK_EVERY_MS = 15_000
/** The books may be restored while somebody has the page open. */
const LOOK_SELDOM_MS = 300_000

export function CatchUpBanner() {
  const { data } = useCall(
    enquiries.catchUp,
    {},
    { pollMs: (told) => (told ? LOOK_EVERY_MS : LOOK_SELDOM_MS) },
  )
  if (!data) return null
  return (
    <Notice tone="warning" title={titleText(data)}>
      {progressText(data)}{' '}
      <Link className="link -my-3 inline-flex min-h-11 items-center" to={paths.admin.reconciliation}>
        See the differences
      </Link>
    </Notice>
  )
}

const titleText = ({ cause, booksUntil }: CatchUp): string =>
  `The books ${cause === 'restored' ? 'were restored' : 'went back'} to ${formatDay(booksUntil)}, ${formatTime(booksUntil)}.`

const progressText = ({ days, daysCompared, openDifferences }: CatchUp): string =>
  `Sales made after that may be missing: ${daysCompared} of ${days} ${days === 1 ? 'day' : 'days'} compared, ${openDifferences} ${openDifferences === 1 ? 'difference' : 'differences'} to settle.`
