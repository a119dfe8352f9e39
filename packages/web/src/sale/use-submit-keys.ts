// Enter in the form of a sale that is verified first: once all fields are filled it verifies, then sells. Who submits in any other way is told to verify.
import type { Step } from './use-sale.ts'
import { useKeyDown } from './use-key-down.ts'

interface SubmitActions {
  onUnverified: () => void
  onSell: () => void
}

export function useSubmitKeys(
  isListening: boolean,
  at: Step<unknown, unknown>['at'],
  { onUnverified, onSell }: SubmitActions,
): void {
  useKeyDown(isListening, (event) => {
    if (event.key !== 'Enter') return
    // A key that is held down verified; it must not go on and sell.
    if (event.repeat) event.preventDefault()
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    if (at === 'entry') onUnverified()
    else if (at === 'verified') onSell()
  })
}
