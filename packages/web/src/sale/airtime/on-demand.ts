// What Air Power needs only after a press.
export { AirtimeModal } from './AirtimeModal.tsx'
export { CostModal } from './CostModal.tsx'
