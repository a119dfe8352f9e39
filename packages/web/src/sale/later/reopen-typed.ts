// Opens again what was typed before a reload or a crash. The row may be older than what was done: writing that the sale was
// sent can have failed, and the sale went on. So the server is asked for its key first.
import type { askForKey } from './ask-server.ts'

const AGAIN_MS = 1500

interface Reopening {
  ask: () => ReturnType<typeof askForKey>
  /** Whether it is typed still: not sent, ended or left meanwhile. */
  isTyped: () => boolean
  /** In the modal. `isUnsent`: the server does not have it. */
  open: (isUnsent: boolean) => void
  /** The server has it, under this reference: it is not typed again. */
  follow: (reference: string) => void
}

/** Without an answer it is opened all the same, because a counter also opens offline, and the server is asked on. */
export async function reopenTyped({ ask, isTyped, open, follow }: Reopening): Promise<void> {
  let isOpen = false
  for (;;) {
    const found = await ask()
    if (!isTyped()) return
    if (found !== null && found !== 'unheard') return follow(found.reference)
    if (!isOpen) open(found === 'unheard')
    isOpen = true
    if (found === 'unheard') return
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
