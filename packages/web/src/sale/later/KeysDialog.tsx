// What the keyboard can do at the counter.
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import type { ProductFacts } from '../product.ts'
import { useGuide } from './Guide.tsx'

/** `enter`: what the key does in a sale's form. */
const listKeys = (enter: string): readonly { keys: readonly string[]; does: string }[] => [
  { keys: ['N', 'F2'], does: 'New sale' },
  { keys: ['Enter'], does: enter },
  { keys: ['C'], does: 'Cash and change, once the price is known' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['/'], does: 'Search the list' },
  { keys: ['?'], does: 'Show these keys' },
]

interface KeysDialogProps {
  product: Pick<ProductFacts, 'enter' | 'scanned' | 'hasToken'>
  open: boolean
  onClose: () => void
}

export function KeysDialog({ product: { enter, scanned, hasToken }, open, onClose }: KeysDialogProps) {
  const { start } = useGuide()
  return (
    <Modal open={open} onClose={onClose} title="Keys" size="confirm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {listKeys(enter).map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      {scanned !== null && (
        <p className="text-sm text-ink-3">
          A scanner needs no key: scan {scanned} on this page and the sale opens with it.
        </p>
      )}
      {hasToken && (
        <Button
          wide
          onClick={() => {
            start()
            onClose()
          }}
        >
          Start the guide
        </Button>
      )}
    </Modal>
  )
}
