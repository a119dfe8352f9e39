// What the keyboard can do at the counter.
import { Modal } from '../ui/Modal.tsx'
import { counterKeys } from './counter-keys.ts'

export const KeysDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Modal open={open} onClose={onClose} title="Keys" size="confirm">
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
      {counterKeys.map(({ keys, does }) => (
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
    <p className="text-sm text-ink-3">
      A scanner needs no key: scan a meter on this page and the sale opens with it.
    </p>
  </Modal>
)
