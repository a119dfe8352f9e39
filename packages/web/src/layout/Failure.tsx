// The error page for unknown paths, pages that could not be loaded, and uncaught errors. It works without
// the router, which may be what failed.
import { isSignedIn } from '../api/session.ts'
import { ChunkFailure, failureText, retryChunk } from '../lib/lazy-page.ts'
import { usePageTitle } from './page-title.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ErrorPage } from '../ui/ErrorPage.tsx'
import { DemoBanner } from './DemoBanner.tsx'
import { ownHome } from './guard.ts'

export function Failure({ error }: { error: unknown }) {
  usePageTitle('Error')
  const canRetry = error instanceof ChunkFailure
  return (
    <div className="flex min-h-dvh flex-col [&>.fault]:min-h-0 [&>.fault]:flex-1">
      <DemoBanner />
      <ErrorPage detail={failureText(error)} action={canRetry ? <RetryButton /> : <WayBack />} />
    </div>
  )
}

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
