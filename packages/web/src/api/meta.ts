// What the server wrote into the page's head for the program: read here, so that nothing else looks into the document.
export const readMeta = (name: string): string | null =>
  typeof document === 'undefined'
    ? null
    : (document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null)
