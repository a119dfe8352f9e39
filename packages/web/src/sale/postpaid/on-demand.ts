// What Post Paid needs only after a press.
export { PaymentCard } from './PaymentCard.tsx'
export { PaymentModal } from './PaymentModal.tsx'
export { printReceiptIn } from './print-receipt.tsx'
