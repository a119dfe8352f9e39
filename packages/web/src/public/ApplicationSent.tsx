// What happens to an application from here on.
import { useEffect, useRef } from 'react'
import { site } from '../api/site.ts'
import { phoneLink } from '../api/site.ts'
import { paths } from '../paths.ts'

export interface SentApplication {
  /** In the server's words. */
  message: string
  email: string
}

export function ApplicationSent({ message, email }: SentApplication) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form and its focus are gone: whoever listens goes on here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold text-pretty outline-none">
        {message}
      </h2>
      <h3 className="font-semibold">What happens next</h3>
      <ol className="grid list-decimal gap-2 pl-5 text-pretty text-ink-2 marker:text-ink-3">
        <li className="wrap-anywhere">
          A mail to <b className="font-semibold text-ink">{email}</b> confirms that we have your application.
        </li>
        <li>An administrator looks at it and answers by e-mail.</li>
        <li>
          When it is approved, you get a mail with a link. Choose your password with it and sign in. You can
          sell as soon as your float is loaded.
        </li>
      </ol>
      <p className="text-pretty text-ink-2">
        Do you have a question? Call{' '}
        <a className="link" href={phoneLink(site.phones[0])}>
          {site.phones[0]}
        </a>
        .
      </p>
      {site.demo && (
        <p className="text-pretty text-ink-2">
          The demo sends no mail:{' '}
          <a className="link" href={paths.outbox}>
            read the mail in its outbox
          </a>
          .
        </p>
      )}
    </div>
  )
}
