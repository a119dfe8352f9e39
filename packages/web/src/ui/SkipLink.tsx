// The first tab stop: skips the header and the menu and leads to the page's content.
export const MAIN_ID = 'main'

export const SkipLink = () => (
  <a
    href={`#${MAIN_ID}`}
    className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-toast) focus:inline-flex focus:min-h-11 focus:items-center focus:rounded focus:bg-raised focus:px-4 focus:font-medium focus:shadow-pop"
  >
    Skip to content
  </a>
)
