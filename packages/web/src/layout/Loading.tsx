// Waiting for a page's code. Both appear late, so that a quick load shows nothing at all.
const LATE = 'opacity-100 starting:opacity-0 transition-opacity duration-(--slow) delay-300'

/** In place of the first page. */
export const Loading = () => (
  <p aria-live="polite" className={`grid min-h-dvh place-items-center text-ink-3 ${LATE}`}>
    Loading...
  </p>
)

/** Above the page that is still in view, while the next one is on its way. */
export const LoadingLine = () => (
  <div aria-live="polite" className={`fixed inset-x-0 top-0 z-(--z-toast) h-0.5 bg-primary ${LATE}`}>
    <span className="sr-only">Loading...</span>
  </div>
)
