// The toast container, mounted once and on demand next to the app, with exactly P-09's rules: top right, pause on hover
// and on window blur, draggable on touch, dismissed past 80 percent. Loaded by toast.ts only.

import { createRoot } from 'react-dom/client'
import {
  type CloseButtonProps,
  cssTransition,
  toast as toastify,
  ToastContainer,
  type ToastTransitionProps,
} from 'react-toastify/unstyled'
import { IconButton } from '../Button.tsx'
import { Icon, type IconName } from '../Icon.tsx'

export type ToastTone = 'success' | 'error' | 'info'

const ICONS: Record<ToastTone, IconName> = { success: 'check', error: 'alert', info: 'info' }

const Glide = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapseDuration: 120 })

// The library starts a toast's timer when it has appeared, even if the window has no focus or the pointer is on the
// toast. Then the timer must wait too; focus or the pointer's leaving starts it.
function GlideInSight(props: ToastTransitionProps) {
  const isWaiting = () => !document.hasFocus() || props.nodeRef.current?.matches(':hover')
  return <Glide {...props} playToast={() => !isWaiting() && props.playToast()} />
}

let mounted = false

export function showToast(tone: ToastTone, message: string, ms: number): void {
  mountOnce()
  toastify[tone](<span className="toast-words">{message}</span>, {
    autoClose: ms,
    icon: <Icon name={ICONS[tone]} />,
    // An error is announced at once, the others when the screen reader pauses.
    role: tone === 'error' ? 'alert' : 'status',
  })
}

// A separate root: toasts outlive any page, and no layout has to draw the container.
function mountOnce(): void {
  if (mounted) return
  mounted = true
  const place = document.createElement('div')
  // A modal leaves it within reach.
  place.dataset['toasts'] = ''
  document.body.append(place)
  createRoot(place).render(<Toaster />)
}

export function Toaster() {
  return (
    <ToastContainer
      position="top-right"
      pauseOnHover
      pauseOnFocusLoss
      draggable="touch"
      draggablePercent={80}
      transition={GlideInSight}
      closeButton={Dismiss}
      aria-label="Notifications, Alt T"
    />
  )
}

function Dismiss({ closeToast }: CloseButtonProps) {
  return <IconButton icon="close" size={16} label="Dismiss" onClick={() => closeToast(true)} />
}
