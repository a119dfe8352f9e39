// What the keyboard can do at the counter.
import type { Product } from '@flexpower/contract'
import { Modal } from '../ui/dialog/Modal.tsx'
import { counterKeys } from './counter-keys.ts'

/** What Enter does in the form, and what a scanner reads. */
const WORDS: Record<Product, { enter: string; scanned: string | null }> = {
  electricity: { enter: 'Next empty field, then verify, then sell', scanned: 'a meter' },
  airtime: { enter: 'Next empty field, then sell', scanned: null },
  postpaid: { enter: 'Next empty field, then verify, then pay', scanned: 'a bill’s account' },
}

interface KeysDialogProps {
  product: Product
  open: boolean
  onClose: () => void
}

export function KeysDialog({ product, open, onClose }: KeysDialogProps) {
  const { enter, scanned } = WORDS[product]
  return (
    <Modal open={open} onClose={onClose} title="Keys" size="confirm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {counterKeys(enter).map(({ keys, does }) => (
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
    </Modal>
  )
}
