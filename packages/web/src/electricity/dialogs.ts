// Everything that opens over the Cash Power page, as one chunk of its own: a poor link then loads it in one go, after the
// page is in use.
export { KeysDialog } from './KeysDialog.tsx'
export { NewSaleModal } from './NewSaleModal.tsx'
export { OpenSalesDialog } from './OpenSalesDialog.tsx'
export { TokenCard } from './TokenCard.tsx'
