// An Admin moves float: back, to another cashier, or as the correction of a load.
import {
  type Credit,
  correctionForm,
  creditTypes,
  floats,
  formatGmd,
  takeBackForm,
  toDalasi,
  transferForm,
  users,
} from '@flexpower/contract'
import { call } from '../api/client.ts'
import { useCall } from '../api/hooks/use-call.ts'
import { SureField } from '../form/SureField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { type FloatKind, kindText } from './float-kinds.ts'
import { AmountField, FloatDialog, LineField } from './FloatDialog.tsx'

interface MoveProps {
  user: { id: number; name: string }
  kind: FloatKind
  onClose: () => void
}

const REASON = 'The statement and the audit show it'

export const TakeBackDialog = ({ user, kind, onClose }: MoveProps) => (
  <FloatDialog
    title={`Take ${kindText(kind)} float back from ${user.name}`}
    saveLabel="Take back"
    failed="No float was taken back"
    schema={takeBackForm}
    values={{ userId: user.id, kind: creditTypes[kind], amount: '', reason: '' }}
    send={(checked, once) => call(floats.takeBack, checked, once)}
    onClose={onClose}
  >
    {(form) => (
      <>
        <AmountField form={form} name="amount" label="Amount" />
        <LineField form={form} name="reason" label="Reason" hint={REASON} />
      </>
    )}
  </FloatDialog>
)

export function TransferDialog({ user, kind, onClose }: MoveProps) {
  const cashiers = useCall(users.agents, {})
  return (
    <FloatDialog
      title={`Move ${kindText(kind)} float of ${user.name}`}
      saveLabel="Move"
      failed="No float was moved"
      schema={transferForm}
      values={{
        userId: user.id,
        kind: creditTypes[kind],
        target: '',
        amount: '',
        reason: '',
        isSure: false,
      }}
      send={(checked, once) => call(floats.transfer, checked, once)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SelectField
            label="To"
            placeholder={cashiers.data ? 'Choose a cashier' : 'Loading...'}
            options={cashiers.data
              ?.filter(({ id }) => id !== user.id)
              .map(({ id, name }) => ({ value: String(id), label: name }))}
            error={form.formState.errors.target?.message}
            {...form.register('target')}
          />
          <AmountField form={form} name="amount" label="Amount" />
          <LineField form={form} name="reason" label="Reason" hint={REASON} />
          <SureField form={form} label="The amount is right" about={['target', 'amount']} />
        </>
      )}
    </FloatDialog>
  )
}

/** The load stays as it was written; the difference is a line of its own. */
export const CorrectionDialog = ({ load, onClose }: { load: Credit; onClose: () => void }) => (
  <FloatDialog
    title={`Correct the load of ${load.agentName}`}
    saveLabel="Correct"
    failed="The load was not corrected"
    schema={correctionForm}
    values={{
      creditId: load.id,
      amount: String(toDalasi(load.corrected ?? load.amount)),
      reason: '',
      isSure: false,
    }}
    send={(checked, once) => call(floats.correct, checked, once)}
    onClose={onClose}
  >
    {(form) => (
      <>
        <p>
          {formatGmd(load.amount)} {kindText(load.kind)} were loaded with slip {load.slipReference}
          {load.corrected === null ? '' : ` and corrected to ${formatGmd(load.corrected)} since`}. Enter what
          it should have been: the difference moves at once, and the slip stays used.
        </p>
        <AmountField form={form} name="amount" label="Right amount" />
        <LineField form={form} name="reason" label="Reason" hint={REASON} />
        <SureField form={form} label="The amount is right" about={['amount']} />
      </>
    )}
  </FloatDialog>
)
