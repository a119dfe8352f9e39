// Says whose rows a list shows, if it was opened for one cashier.
import { users } from '@flexpower/contract'
import { useCall } from '../../api/hooks/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { useUrlValue } from '../list-view.ts'

/** Pressing it shows the rows of everybody again. A deleted user has no name here. */
export function OneCashier({ cashier }: { cashier: number }) {
  const [, setCashier] = useUrlValue('cashier')
  const { data: user } = useCall(users.one, { userId: cashier })
  return (
    <Button icon="close" className="max-sm:basis-full" onClick={() => setCashier('')}>
      {user ? `Only ${user.name}` : 'One cashier'}
    </Button>
  )
}
