// Whether a dialog is open over the page. While it is, the page's own keys are off, and nothing navigates away from
// half-done work. A dialog that is closing does not count.
const DIALOGS = '[role="dialog"]:not([data-closed]), [role="alertdialog"]:not([data-closed]), dialog[open]'

export const isDialogOpen = (): boolean => document.querySelector(DIALOGS) !== null
