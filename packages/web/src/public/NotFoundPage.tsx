// what an address gets that has no page. Only the server draws it, and no script comes with it: there is nothing to answer.
import { paths } from '../paths.ts'
import { FailurePage } from '../shell/Failure.tsx'
import { buttonClass } from '../ui/Button.tsx'

export const NotFoundPage = () => (
  <FailurePage
    detail={
      <>
        404 Not Found
        <span className="mt-2 block">There is no page at this address. It was mistyped or has moved.</span>
      </>
    }
    action={
      <>
        <a className={buttonClass()} href={paths.home}>
          Go to the start
        </a>
        <a className={buttonClass('ghost')} href={paths.contact}>
          Contact us
        </a>
      </>
    }
  />
)
