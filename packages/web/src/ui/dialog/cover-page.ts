// What a modal does to the page under it: nothing there can be reached or scrolled, and afterwards everything is as it
// was, the focus too. Toasts stay within reach. Modals may lie over each other; Escape is for the topmost.
// The page is not made `inert`, because then the browser computes the style of every element in it again, twice a sale.

interface Covering {
  /** The width of the page's scrollbar, measured before anything changed: later the browser would lay out the page for it. */
  scrollbar: number
  findFirstFocus: () => HTMLElement | null | undefined
  onEscape: () => void
}

const FOCUSABLE =
  ':is(input, select, textarea, button, a[href], [tabindex="0"]):not(:disabled, [tabindex="-1"])'
const TOASTS = '[data-toasts]'
const FILLABLE = 'input, select, textarea'
/** From the lowest to the topmost. They may be removed in any order, so what they do to the page follows from this list. */
const covers: HTMLElement[] = []
const hidden = new Set<Element>()
let unlockScrolling: (() => void) | null = null

/** The returned function uncovers the page. */
export function coverPage(cover: HTMLElement, { scrollbar, findFirstFocus, onEscape }: Covering): () => void {
  const focused = document.activeElement
  covers.push(cover)
  settleScrolling(scrollbar)
  // Before the page is hidden: what has the focus must not be.
  findFirstFocus()?.focus()
  let last = document.activeElement
  const remember = ({ target }: FocusEvent) => (last = target as Element)
  cover.addEventListener('focusin', remember)
  hideCovered()

  function onKeyDown(event: KeyboardEvent): void {
    if (covers.at(-1) !== cover) return
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape()
    if (event.key === 'Tab') goRound(cover, event)
    // A press on plain text, as the second one of a double click, takes the focus from the field.
    if (isText(event) && document.activeElement === document.body && last?.matches(FILLABLE))
      (last as HTMLElement).focus()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => {
    document.removeEventListener('keydown', onKeyDown)
    cover.removeEventListener('focusin', remember)
    covers.splice(covers.indexOf(cover), 1)
    hideCovered()
    settleScrolling(scrollbar)
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

/**
 * The modal, or the page without it, is seen first: for a page that scrolls no longer, or again, the browser lays out all
 * of it.
 */
const settleScrolling = (scrollbar: number): number =>
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (covers.length > 0) unlockScrolling ??= lockScrolling(scrollbar)
      else {
        unlockScrolling?.()
        unlockScrolling = null
      }
    }),
  )

/** Everything but the topmost modal and the toasts. */
function hideCovered(): void {
  for (const element of hidden) element.removeAttribute('aria-hidden')
  hidden.clear()
  const top = covers.at(-1)
  // For the place of the toasts.
  document.body.toggleAttribute('data-covered', top !== undefined)
  if (top === undefined) return
  for (const element of document.body.children)
    if (element !== top && !element.hasAttribute('aria-hidden') && !element.matches(TOASTS)) {
      element.setAttribute('aria-hidden', 'true')
      hidden.add(element)
    }
}

/** After the last element Tab goes to the first one, and back. From a toast it goes on as usual. */
function goRound(cover: HTMLElement, event: KeyboardEvent): void {
  const active = document.activeElement
  if (active?.closest(TOASTS)) return
  const within = Array.from(cover.querySelectorAll<HTMLElement>(FOCUSABLE))
  const [first, last] = [within[0], within.at(-1)]
  const isLeaving = !cover.contains(active) || active === (event.shiftKey ? first : last)
  if (!isLeaving) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}

export const measureScrollbar = (): number => window.innerWidth - document.documentElement.clientWidth

function lockScrolling(scrollbar: number): () => void {
  const { style } = document.documentElement
  const { overflow, paddingRight } = style
  // The page must not become wider when its scrollbar disappears.
  if (scrollbar > 0) style.paddingRight = `${scrollbar}px`
  style.overflow = 'hidden'
  return () => {
    style.paddingRight = paddingRight
    style.overflow = overflow
  }
}
