// The first letter of a text that begins a sentence.

/** `Meter`, at the beginning of a sentence. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
