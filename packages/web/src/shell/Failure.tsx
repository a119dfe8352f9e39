// The page of last resort, for unknown addresses, pages that could not be loaded and errors nobody caught.
// It works without the router, which may be what failed.
import { isSignedIn } from '../api/session.ts'
import { failureText } from '../lib/failure-text.ts'
import { ChunkFailure, retryChunk } from '../lib/lazy-page.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorPage, type ErrorPageProps } from '../ui/ErrorPage.tsx'
import { DemoBanner } from './DemoBanner.tsx'
import { ownHome } from './guard.ts'

export const FAILURE_TITLE = 'Error'

export function Failure({ error }: { error: unknown }) {
  usePageTitle(FAILURE_TITLE)
  const canRetry = error instanceof ChunkFailure
  return <FailurePage detail={failureText(error)} action={canRetry ? <RetryButton /> : <WayBack />} />
}

/** The same without a browser that could know more. */
export const FailurePage = (props: ErrorPageProps) => (
  <div className="flex min-h-dvh flex-col [&>.fault]:min-h-0 [&>.fault]:flex-1">
    <DemoBanner />
    <ErrorPage {...props} />
  </div>
)

const RetryButton = () => (
  <Button variant="primary" onClick={retryChunk}>
    Try again
  </Button>
)

const WayBack = () => (
  <a className={buttonClass()} href={isSignedIn() ? ownHome() : paths.home}>
    Go to the start
  </a>
)
