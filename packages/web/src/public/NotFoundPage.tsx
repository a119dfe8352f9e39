// the page for a URL that does not exist. It looks like the router's own error page (layout/Failure.tsx). Only
// the server draws it, without a script: there is nothing to interact with.
import { paths } from '../paths.ts'
import { DemoBanner } from '../layout/DemoBanner.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { ErrorPage } from '../ui/ErrorPage.tsx'

export const NotFoundPage = () => (
  <div className="flex min-h-dvh flex-col [&>.fault]:min-h-0 [&>.fault]:flex-1">
    <DemoBanner />
    <ErrorPage detail={<Detail />} action={<WaysOn />} />
  </div>
)

const Detail = () => (
  <>
    404 Not Found
    <span className="mt-2 block">There is no page at this address. It was mistyped or has moved.</span>
  </>
)

const WaysOn = () => (
  <>
    <a className={buttonClass()} href={paths.home}>
      Go to the start
    </a>
    <a className={buttonClass('ghost')} href={paths.contact}>
      Contact us
    </a>
  </>
)
