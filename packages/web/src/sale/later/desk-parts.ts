// What the desk of every product may need after its first moments, loaded together.
export { KeysDialog } from './KeysDialog.tsx'
export { OpenSalesDialog } from './OpenSalesDialog.tsx'
export { OpenSalesStrip } from './OpenSalesStrip.tsx'
export { OutcomeNotices } from './OutcomeNotices.tsx'
