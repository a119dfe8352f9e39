// Whether something lies over the page. The page's own keys rest meanwhile, and nothing that is half done there is left behind.
// What is on its way out counts no more.
const DIALOGS = '[role="dialog"]:not([data-closed]), [role="alertdialog"]:not([data-closed]), dialog[open]'

export const isDialogOpen = (): boolean => document.querySelector(DIALOGS) !== null
