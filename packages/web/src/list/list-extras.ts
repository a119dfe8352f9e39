// What a list needs only after a press, or once it was narrowed, as one chunk of its own.
export { AllRows } from './AllRows.tsx'
export { ColumnChoice } from './ColumnChoice.tsx'
export { DaysChoice } from './DaysChoice.tsx'
export { FileProgress } from './FileProgress.tsx'
export { NothingFound, SearchedBack } from './Narrowed.tsx'
