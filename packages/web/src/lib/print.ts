// Prints in a separate window. The page's policy allows no inline script or style, so the new window has no code: this
// page draws into it and adds its own style sheets, which are files of ours.
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** CP-14. */
const CLOSE_AFTER_MS = 1000
/** A style sheet that does not load must not keep a customer waiting forever. */
const STYLE_MS = 3000

export async function printIn(target: Window, title: string, sheet: ReactNode): Promise<void> {
  const page = target.document
  page.title = title
  page.documentElement.lang = 'en'
  // Paper is white, whatever the screens are.
  page.documentElement.dataset['theme'] = 'light'
  page.body.className = 'print-sheet'
  await Promise.all([...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => lend(page, link)))
  const place = page.createElement('main')
  page.body.append(place)
  const root = createRoot(place)
  flushSync(() => root.render(sheet))
  const closeSoon = () => setTimeout(() => target.close(), CLOSE_AFTER_MS)
  target.addEventListener('afterprint', closeSoon)
  target.focus()
  target.print()
  // On a desktop print() returns when the dialog is closed. On a phone it returns at once, and only the event tells.
  if (!target.matchMedia('(pointer: coarse)').matches) closeSoon()
}

function lend(page: Document, link: Element): Promise<void> {
  const copy = page.importNode(link, true) as HTMLLinkElement
  // A relative URL would be resolved against the empty page.
  copy.href = (link as HTMLLinkElement).href
  return new Promise((resolve) => {
    copy.addEventListener('load', () => resolve())
    copy.addEventListener('error', () => resolve())
    setTimeout(resolve, STYLE_MS)
    page.head.append(copy)
  })
}
