// What the counter's screens need only after a press, or when a sale of another screen ends: a chunk of its own. What a page
// says unasked about somebody's money is not here: it must not depend on a load.
export { endElsewhere } from './endings/elsewhere.ts'
export { KeysDialog } from './KeysDialog.tsx'
export { OpenSalesDialog } from './OpenSalesDialog.tsx'
