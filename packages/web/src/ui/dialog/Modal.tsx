// The one modal. Header and footer stay visible while the body scrolls. A press outside does not close it, because a
// stray tap must not lose a half-typed sale. Escape and the cross close it, and the focus returns to where it was.
// Written by hand because it is opened for every sale: on a slow counter a library's dialog took twice as long.

import {
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../Button.tsx'
import { coverPage, measureScrollbar } from './cover-page.ts'

export interface ModalProps {
  open: boolean
  /** Drawn before it is needed, so that it opens at once. Until then nobody can see or reach it. */
  ahead?: boolean | undefined
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
const PRESSABLE = 'button:not([disabled]), a[href]'

export const Modal = (props: ModalProps) =>
  (props.open || props.ahead) && createPortal(<DrawnModal {...props} />, document.body)

function DrawnModal(props: ModalProps) {
  const { open, onClose, title, size = 'form', initialFocus, dismissible = true } = props
  const stage = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const close = useEffectEvent(() => {
    if (dismissible) onClose()
  })
  const chooseFocus = useEffectEvent(
    () => initialFocus?.current ?? find(body, FILLABLE) ?? find(stage, PRESSABLE),
  )
  const scrollbar = useMemo(() => (open ? measureScrollbar() : 0), [open])
  useLayoutEffect(
    () =>
      open && stage.current !== null
        ? coverPage(stage.current, {
            scrollbar,
            findFirstFocus: () => chooseFocus(),
            onEscape: () => close(),
          })
        : undefined,
    [open, scrollbar],
  )
  return (
    <div
      ref={stage}
      className={open ? 'modal-stage' : 'modal-stage modal-ahead'}
      role="presentation"
      onMouseDown={keepFocus}
    >
      {/* A native dialog over the page would also cover the toasts. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div
        className={`modal ${SIZES[size]}`}
        role={open ? 'dialog' : undefined}
        aria-modal="true"
        aria-labelledby={titleId}
      >
        <header className="modal-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label="Close" disabled={!dismissible} onClick={onClose} />
        </header>
        <ModalContent {...props} bodyRef={body} />
      </div>
    </div>
  )
}

/**
 * A press on a button or beside the modal leaves the focus in the field. Otherwise the field would show its error, the
 * modal would grow, and the button would move away before it is released.
 */
function keepFocus(event: MouseEvent): void {
  const pressed = event.target as Element
  if (pressed.closest('.modal') === null || pressed.closest('button') !== null) event.preventDefault()
}

const find = (within: RefObject<HTMLElement | null>, selector: string) =>
  within.current?.querySelector<HTMLElement>(selector)

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
