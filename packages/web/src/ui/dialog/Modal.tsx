// The one modal. Header and footer stay visible while the body scrolls. A press outside does not close it, because a
// stray tap must not lose a half-typed sale. Escape and the cross close it, and the focus returns to where it was.

import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from '../Button.tsx'

export interface ModalProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  size?: 'form' | 'wide' | 'confirm' | undefined
  children: ReactNode
  footer?: ReactNode
  /** The element that gets the focus first; by default the first field that can be filled. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** With it, body and footer are one form, so that a submit button in the footer works. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined
  /** False while something runs, or is shown, that must not be left. */
  dismissible?: boolean | undefined
}

const SIZES = { form: '', wide: 'modal-wide', confirm: 'modal-confirm' }

const FILLABLE =
  'input:not([readonly], [disabled], [type="hidden"]), select:not([disabled]), textarea:not([disabled])'

export function Modal(props: ModalProps) {
  const { open, onClose, title, size = 'form', initialFocus, dismissible = true } = props
  const bodyRef = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal
      onOpenChange={(next) => {
        if (!next && dismissible) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Viewport className="modal-stage">
          <Dialog.Popup
            className={`modal ${SIZES[size]}`}
            initialFocus={
              initialFocus ?? (() => bodyRef.current?.querySelector<HTMLElement>(FILLABLE) ?? true)
            }
          >
            <header className="modal-head">
              <Dialog.Title>{title}</Dialog.Title>
              <Dialog.Close render={<IconButton icon="close" label="Close" disabled={!dismissible} />} />
            </header>
            <ModalContent {...props} bodyRef={bodyRef} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ModalContent(props: ModalProps & { bodyRef: RefObject<HTMLDivElement | null> }) {
  const { bodyRef, children, footer, onSubmit } = props
  const content = (
    <>
      <div className="modal-body" ref={bodyRef}>
        {children}
      </div>
      {footer && <footer className="modal-foot">{footer}</footer>}
    </>
  )
  if (onSubmit === undefined) return content
  return (
    <form className="modal-form" noValidate onSubmit={onSubmit}>
      {content}
    </form>
  )
}
