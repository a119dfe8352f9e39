// The sales of a shift beside the utility's list of the same time. Asked for by a press, because it takes the utility a
// while.
import { formatGmd, type Purchase, till, countOf } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useQuery } from '../api/hooks/use-call.ts'
import { site } from '../api/site.ts'
import { refusalText } from '../form/form-errors.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'

const isSame = ({ match }: Purchase) => match === 'same' || match === 'one of several'

export function UtilityMatch({ id }: { id: number }) {
  const [isAsked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [till.compare.path, id],
    queryFn: ({ signal }) => call(till.compare, { id }, { signal }),
    enabled: isAsked,
    refetchInterval: false,
    retry: false,
  })
  return (
    <Panel
      className="max-sm:[&_.panel-head]:py-3 max-sm:[&_.panel-head_.btn]:w-full"
      title={`Compared with ${site.utilityName}`}
      actions={
        <Button icon="compare" busy={isFetching} onClick={() => (isAsked ? void refetch() : setAsked(true))}>
          Compare
        </Button>
      }
    >
      {error !== null ? (
        <Notice tone="warning" title={refusalText(error, 'The server did not answer.')}>
          No sale is affected. Try again in a moment.
        </Notice>
      ) : data === undefined ? (
        <p className="text-ink-2">
          Asks {site.utilityName} for its list of these days and finds the sales of this shift.
        </p>
      ) : (
        <Compared {...data} />
      )}
    </Panel>
  )
}

function Compared({
  purchases,
  missing,
}: {
  purchases: readonly Purchase[]
  missing: readonly { reference: string; subject: string; vended: Purchase['amount'] }[]
}) {
  const differing = purchases.filter((purchase) => !isSame(purchase))
  if (differing.length === 0 && missing.length === 0)
    return (
      <Notice tone="ok" title={`${site.utilityName} has the same`}>
        {purchases.length === 0
          ? 'This shift has no sales there.'
          : `${countOf(purchases.length, 'sale')} of this shift, and none is missing.`}
      </Notice>
    )
  return (
    <ul className="grid gap-2">
      {missing.map(({ reference, subject, vended }) => (
        <li key={reference}>
          {reference} to {subject}, {formatGmd(vended)}: not on the list of {site.utilityName}
        </li>
      ))}
      {differing.map(({ transactionId, meter, amount, match, sale }) => (
        <li key={transactionId}>
          {sale?.reference ?? transactionId} to {meter}, {formatGmd(amount)} there: {match}
        </li>
      ))}
    </ul>
  )
}
