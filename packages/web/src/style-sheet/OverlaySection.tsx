// A modal with a form and a question before a deletion.

import { type FormEvent, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ChoiceField } from '../ui/form/Choice.tsx'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { CheckboxField, Field } from '../ui/form/Field.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { toast } from '../ui/toast.ts'
import { Section } from './Sheet.tsx'

const TYPES = [
  { value: 'cashier', label: 'Cashier', note: 'Sells from a personal float' },
  { value: 'admin', label: 'Admin', note: 'Sees and changes everything' },
]

export function OverlaySection() {
  const [shown, setShown] = useState<'form' | 'confirm' | 'blocked'>()
  const close = () => setShown(undefined)
  return (
    <Section title="Modal">
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setShown('form')}>Open the modal</Button>
        <Button onClick={() => setShown('confirm')}>Ask to delete</Button>
        <Button onClick={() => setShown('blocked')}>Ask in vain</Button>
      </div>
      <UserModal open={shown === 'form'} onClose={close} />
      <DeleteDialog open={shown === 'confirm'} onClose={close} />
      <ConfirmDialog
        open={shown === 'blocked'}
        title="Are you sure want to delete?"
        danger
        confirmDisabled
        onConfirm={close}
        onCancel={close}
      >
        <Notice tone="warning" title="GMD 15,200.00 of float is left">
          Settle it first. A user with float cannot be deleted.
        </Notice>
      </ConfirmDialog>
    </Section>
  )
}

interface Shown {
  open: boolean
  onClose: () => void
}

function DeleteDialog({ open, onClose }: Shown) {
  const [busy, setBusy] = useState(false)
  function remove() {
    setBusy(true)
    setTimeout(() => {
      setBusy(false)
      onClose()
      toast.success('Deleted')
    }, 800)
  }
  return (
    <ConfirmDialog
      open={open}
      title="Are you sure want to delete?"
      danger
      busy={busy}
      onConfirm={remove}
      onCancel={onClose}
    >
      <p>
        Kaddy Bojang, Lamin. She is signed out immediately and cannot sign in again; her 1,204 sales stay in
        every report.
      </p>
    </ConfirmDialog>
  )
}

function UserModal({ open, onClose }: Shown) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onClose()
    toast.success('User added')
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Add a new user"
      size="wide"
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit">
            Add user
          </Button>
        </>
      }
    >
      <div className="pair">
        <Field label="Name" defaultValue="Sanna Manneh" />
        <Field label="Email" type="email" defaultValue="sanna.manneh@" error="Invalid email format" />
      </div>
      <div className="pair">
        <Field label="Address" defaultValue="Lumo market, south gate" />
        <Field label="Location" defaultValue="Farafenni" />
      </div>
      <Field label="Password" type="password" autoComplete="new-password" hint="At least 6 characters." />
      <ChoiceField label="User Type" options={TYPES} />
      <div className="pair">
        <SelectField label="Contract Type" options={[{ value: 'commission', label: 'Commission' }]} />
        <Field label="Commission" suffix="% of the fee" defaultValue="30" inputMode="decimal" />
      </div>
      <CheckboxField label="Can access post paid" />
    </Modal>
  )
}
