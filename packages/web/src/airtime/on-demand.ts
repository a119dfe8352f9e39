// What Air Power needs only after a press.
export { AirtimeModal } from './AirtimeModal.tsx'
