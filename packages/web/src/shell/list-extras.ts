// What a list needs only after a press, as one chunk of its own: all of its rows, the choice of columns, and files.
export { AllRows } from './AllRows.tsx'
export { ColumnChoice } from './ColumnChoice.tsx'
export { FileProgress } from './FileProgress.tsx'
