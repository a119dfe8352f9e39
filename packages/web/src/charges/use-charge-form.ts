// Saves a band (CH-02, A-28, A-29).
import { acts, type Charge, chargeForm, charges, type CheckedCharge } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { type RecordForm, useRecordForm } from '../form/send/use-record-form.ts'
import { toast } from '../ui/toast.ts'
import { type ChargeFieldName, fillValues } from './charge-values.ts'

export type ChargeFormState = RecordForm<Charge, ChargeFieldName, CheckedCharge>

export function useChargeForm(charge: Charge | null, onSaved: () => void): ChargeFormState {
  const refresh = useRefresh()
  return useRecordForm<Charge, ChargeFieldName, CheckedCharge>({
    record: charge,
    noun: 'charge',
    schema: chargeForm,
    fill: fillValues,
    store: (seen, checked) =>
      seen === null
        ? call(charges.add, checked)
        : call(charges.update, { id: seen.id, ...checked, seenVersion: seen.version }),
    readNow: async ({ id }) => (await call(charges.list, {})).find((each) => each.id === id),
    // What somebody else did meanwhile is also in the list and in the history.
    onRefused: () => refresh(charges.list, acts.list),
    onSaved: (isNew) => {
      toast.success(`Cash power charges ${isNew ? 'created' : 'updated'} successfully`)
      onSaved()
    },
  })
}
