// The parts of Post Paid that are loaded after a press: the modal, the card, and the printed receipt.
export { PostpaidCard as SaleCard } from './PostpaidCard.tsx'
export { PostpaidModal as SaleModal } from './PostpaidModal.tsx'
export { describeReceipt } from './describe-receipt.ts'
