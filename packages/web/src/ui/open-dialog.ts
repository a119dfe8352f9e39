// Whether a dialog is open over the page. While it is, the page's own keys are off, and nothing navigates away from
// half-done work.
const DIALOGS = '[role="dialog"], [role="alertdialog"], dialog[open]'

export const isDialogOpen = (): boolean => document.querySelector(DIALOGS) !== null
