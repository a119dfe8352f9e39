// How much a cashier may sell at once and in a day. Empty: no limit.
import { type Bututs, floats, limitsForm, toDalasi } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import { useCall } from '../../api/hooks/use-call.ts'
import { AmountField, FloatDialog } from '../FloatDialog.tsx'

interface LimitsDialogProps {
  user: { id: number; name: string }
  onClose: () => void
}

const write = (limit: Bututs | null): string => (limit === null ? '' : String(toDalasi(limit)))

export function LimitsDialog({ user, onClose }: LimitsDialogProps) {
  const { data } = useCall(floats.limits, { userId: user.id })
  if (!data) return null
  return (
    <FloatDialog
      title={`Limits of ${user.name}`}
      saveLabel="Save"
      failed="The limits were not saved"
      schema={limitsForm}
      values={{ perSale: write(data.perSale), perDay: write(data.perDay) }}
      send={(checked) => call(floats.setLimits, { userId: user.id, ...checked })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <AmountField form={form} name="perSale" label="Most per sale" hint="Empty: no limit" />
          <AmountField
            form={form}
            name="perDay"
            label="Most per day"
            hint="All products together; empty: no limit"
          />
        </>
      )}
    </FloatDialog>
  )
}
