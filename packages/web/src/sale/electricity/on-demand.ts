// Everything of Cash Power that is needed only after a press, as one chunk of its own: a poor link then loads it in one go,
// after the page is in use.
export { NewSaleModal } from './NewSaleModal.tsx'
export { printReceiptIn } from './print-receipt.tsx'
export { saleFileColumns } from './sales-file.ts'
export { TokenCard } from './TokenCard.tsx'
