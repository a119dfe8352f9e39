// A float that is too small for the sale is told before OK, while what was entered can still be changed.
import { type Bututs, formatGmd } from '@flexpower/contract'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useFocusAt } from './SaleSteps.tsx'

/** Null or not read yet: nothing is held against the sale here, and the server decides. */
export type KnownFloat = Bututs | null | undefined

export const isBeyondFloat = (amount: Bututs, float: KnownFloat): float is Bututs =>
  typeof float === 'number' && amount > float

interface FloatProps {
  amount: Bututs
  float: KnownFloat
}

/** Under the amount, while it is typed. */
export const floatHint = ({ amount, float }: FloatProps) =>
  isBeyondFloat(amount, float) && (
    <span className="text-warning">More than your float of {formatGmd(float)}.</span>
  )

interface FloatNoticeProps extends FloatProps {
  /** Where the fields are locked: the way back to them. */
  onChange?: () => void
}

export const FloatNotice = ({ amount, float, onChange }: FloatNoticeProps) =>
  isBeyondFloat(amount, float) && (
    <div className="notice-stacked">
      <Notice
        tone="danger"
        title={`Your float of ${formatGmd(float)} is too small for ${formatGmd(amount)}`}
        action={onChange && <ChangeFirst onChange={onChange} />}
      >
        No money moved. Change the amount, or ask an Admin to load credit: OK works as soon as it is there.
      </Notice>
    </div>
  )

/** Has the focus that OK cannot have. */
function ChangeFirst({ onChange }: { onChange: () => void }) {
  const place = useFocusAt<HTMLButtonElement>(true)
  return (
    <Button ref={place} icon="edit" className="ml-auto self-center" onClick={onChange}>
      Change
    </Button>
  )
}
