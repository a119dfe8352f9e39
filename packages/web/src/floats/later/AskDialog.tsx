// A cashier asks for float: kind, amount, the slip's reference, and a photo of it from the phone.
import { creditTypes, floatRequestForm, floats } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { ChoiceField } from '../../ui/form/Choice.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { type FloatKind, kindChoices } from '../float-kinds.ts'
import { AmountField, FloatDialog, LineField } from '../FloatDialog.tsx'
import { shrinkPhoto } from './shrink-photo.ts'

export function AskDialog({ kind, onClose }: { kind: FloatKind; onClose: () => void }) {
  const [photo, setPhoto] = useState<string | undefined>()
  const [problem, setProblem] = useState<string | undefined>()
  async function take(file: File | undefined): Promise<void> {
    setPhoto(undefined)
    setProblem(undefined)
    if (!file) return
    try {
      setPhoto(await shrinkPhoto(file))
    } catch {
      setProblem('This file is not a picture that can be read. Take another photo, or send without one.')
    }
  }
  return (
    <FloatDialog
      title="Ask for float"
      saveLabel="Ask"
      failed="Nothing was asked for"
      schema={floatRequestForm}
      values={{ kind: creditTypes[kind], amount: '', slipReference: '' }}
      send={(checked) => call(floats.ask, { ...checked, photo })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ChoiceField label="Type" options={kindChoices} {...form.register('kind')} />
          <div className="pair">
            <AmountField form={form} name="amount" label="Amount" />
            <LineField form={form} name="slipReference" label="Bank Transaction Ref" hint="As on the slip" />
          </div>
          <Field
            label="Photo of the slip"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            capture="environment"
            hint={photo === undefined ? 'Optional; an Admin compares it' : 'The photo is attached'}
            error={problem}
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </>
      )}
    </FloatDialog>
  )
}
