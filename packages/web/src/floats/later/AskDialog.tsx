// A cashier asks for float: kind, amount, the slip's reference, and a photo of it, taken now or already on the phone.
import { CallRefused, creditTypes, floatRequestForm, floats } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { ChoiceField } from '../../ui/form/Choice.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { type FloatKind, kindChoices } from '../float-kinds.ts'
import { AmountField, FloatDialog, LineField } from '../FloatDialog.tsx'
import { shrinkPhoto } from './shrink-photo.ts'

export function AskDialog({ kind, onClose }: { kind: FloatKind; onClose: () => void }) {
  const { photo, state, take } = usePhoto()
  return (
    <FloatDialog
      title="Ask for float"
      saveLabel="Ask"
      failed="Nothing was asked for"
      schema={floatRequestForm}
      values={{ kind: creditTypes[kind], amount: '', slipReference: '' }}
      send={async (checked) => {
        const taken = state === 'unreadable' ? undefined : await photo
        if (taken === null) throw new CallRefused(422, { message: UNREADABLE })
        return call(floats.ask, { ...checked, photo: taken })
      }}
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
            hint={HINTS[state]}
            error={state === 'unreadable' ? UNREADABLE : undefined}
            onChange={(event) => take(event.target.files?.[0])}
          />
        </>
      )}
    </FloatDialog>
  )
}

const UNREADABLE = 'This file is not a picture that can be read. Take another photo, or send without one.'
const HINTS = {
  none: 'Optional; an Admin compares it',
  preparing: 'The photo is being prepared',
  attached: 'The photo is attached',
  unreadable: undefined,
}

interface Taken {
  /** Null: it cannot be read. */
  photo: Promise<string | null> | undefined
  state: keyof typeof HINTS
}

/** A photo takes a moment to prepare. Whoever sends earlier waits for it. */
function usePhoto(): Taken & { take: (file: File | undefined) => void } {
  const [taken, setTaken] = useState<Taken>({ photo: undefined, state: 'none' })
  function take(file: File | undefined): void {
    const photo = file && shrinkPhoto(file).catch(() => null)
    setTaken({ photo, state: photo ? 'preparing' : 'none' })
    void photo?.then((ready) =>
      setTaken((latest) =>
        latest.photo === photo ? { photo, state: ready === null ? 'unreadable' : 'attached' } : latest,
      ),
    )
  }
  return { ...taken, take }
}
