// A form in a modal, with Cancel and Save at the bottom. It cannot be closed while it is being saved.

import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Modal } from './Modal.tsx'

export interface FormModalProps {
  title: string
  isSaving: boolean
  /** False when there is nothing left to save. */
  canSave?: boolean | undefined
  saveLabel?: string | undefined
  children: ReactNode
  onSave: () => void
  onClose: () => void
}

export function FormModal(props: FormModalProps) {
  const { title, isSaving, canSave = true, saveLabel = 'Save', children, onSave, onClose } = props
  return (
    <Modal
      open
      title={title}
      dismissible={!isSaving}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
      footer={
        <>
          <Button disabled={isSaving} onClick={onClose}>
            {canSave ? 'Cancel' : 'Close'}
          </Button>
          {canSave && (
            <Button variant="primary" type="submit" busy={isSaving}>
              {saveLabel}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Modal>
  )
}
