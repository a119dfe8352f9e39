// Said before anything is typed or verified: where selling needs an open shift, and none is open.
import { ownArea } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/hooks.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCounter } from '../use-counter.ts'

/** An Admin sells without a shift. */
export const NoShift = () => ownArea() === 'cashier' && <OwnShift />

function OwnShift() {
  const { data } = useCounter()
  if (data?.needsShift !== true) return null
  return (
    <Notice tone="warning" title="Your shift is not open">
      You can sell only in an open shift.{' '}
      <Link className="link" to={paths.cashier.shift}>
        Open it under My Shift
      </Link>
      , then sell.
    </Notice>
  )
}
