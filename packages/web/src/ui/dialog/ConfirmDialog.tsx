// A question before something that cannot be undone. The focus starts on the safe answer, or on a field that must be
// filled first.

import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../Button.tsx'
import { Modal } from './Modal.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  children?: ReactNode
  confirmLabel?: string | undefined
  cancelLabel?: string | undefined
  danger?: boolean | undefined
  busy?: boolean | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  confirmDisabled?: boolean | undefined
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel = 'Yes',
    cancelLabel = 'No',
    danger = false,
    busy = false,
  } = props
  const harmless = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={open}
      onClose={props.onCancel}
      title={title}
      size="confirm"
      initialFocus={props.initialFocus ?? harmless}
      dismissible={!busy}
      footer={
        <>
          <Button ref={harmless} onClick={props.onCancel} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={props.confirmDisabled}
            onClick={props.onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  )
}
