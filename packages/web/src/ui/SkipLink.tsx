// The first tab stop: skips the header and the menu and leads to the page's content.
export const MAIN_ID = 'main'

export const SkipLink = () => (
  <a href={`#${MAIN_ID}`} className="skip-link">
    Skip to content
  </a>
)
