// What the desk of every product may need after its first moments, loaded together.
export { DeskNotices } from './DeskNotices.tsx'
export { GuideOnPage } from './Guide.tsx'
export { KeysDialog } from './KeysDialog.tsx'
export { printAgain, printSale } from './print-sale.ts'
export { SalesUnderWay } from './SalesUnderWay.tsx'
