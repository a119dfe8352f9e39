// The window in which a page prints on paper from a roll.

/** Must be called in the click handler, or the browser blocks it. Null when the browser blocks it anyway. */
export const openPrintWindow = (): Window | null => window.open('', '_blank', 'popup,width=400,height=760')
