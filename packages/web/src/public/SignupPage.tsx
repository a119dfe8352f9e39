// Applying to become an agent: the five things we ask, and what happens next.
import { applicationForm, contact } from '@flexpower/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { phoneLink, site } from '../api/site.ts'
import { refusalText } from '../form/form-errors.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { paths, publicPages } from '../paths.ts'
import { PublicLayout } from './PublicLayout.tsx'
import { CONTAINER } from './Section.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'
import { useHydrated } from '../ui/use-browser.ts'

const TRY_AGAIN = 'An error occurred. Please try again.'

type Entered = Record<keyof typeof applicationForm.shape, string>

export function ApplicationForm({ onSent }: { onSent: (sent: SentApplication) => void }) {
  const isAlive = useHydrated()
  const { register, submit, problem, formState } = useCallForm<Entered, Entered>({
    schema: applicationForm,
    explain: (error) => refusalText(error, TRY_AGAIN),
    send: async (entered) => {
      const { message } = await call(contact.apply, entered)
      toast.success(message)
      onSent({ message, email: entered.email })
    },
  })
  const { errors, isSubmitting } = formState
  const parts = (name: keyof Entered) => ({ error: errors[name]?.message, ...register(name) })
  return (
    <form noValidate aria-label="Application" className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {problem !== null && <Notice tone="danger" title={problem} />}
      <div className="pair">
        <Field {...parts('name')} label="Name" autoComplete="name" />
        <Field {...parts('businessName')} label="Business name" autoComplete="organization" />
        <Field
          {...parts('email')}
          label="Email"
          type="email"
          autoComplete="email"
          hint="You sign in with it later."
        />
        <Field
          {...parts('phone')}
          label="Mobile Number"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          hint="Digits only."
        />
      </div>
      <Field
        {...parts('location')}
        label="Location"
        autoComplete="address-level2"
        hint="The town or market where your counter would be."
      />
      <div>
        <Button variant="primary" size="lg" type="submit" busy={isSubmitting} disabled={!isAlive}>
          {isSubmitting ? 'Submitting...' : 'Submit'}
        </Button>
      </div>
    </form>
  )
}

/** What happens to an application next. */
export interface SentApplication {
  /** The server's message. */
  message: string
  email: string
}

export function ApplicationSent({ message, email }: SentApplication) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form and its focus are gone, so a screen reader continues here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold text-pretty outline-none">
        {message}
      </h2>
      <h3 className="font-semibold">What happens next</h3>
      <ol className="grid list-decimal gap-2 pl-5 text-pretty text-ink-2 marker:text-ink-3">
        <li className="wrap-anywhere">
          An email to <b className="font-semibold text-ink">{email}</b> confirms that we have your
          application.
        </li>
        <li>An administrator looks at it and answers by e-mail.</li>
        <li>
          When it is approved, you get an email with a link. Choose your password with it and sign in. You can
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
            read the email in its outbox
          </a>
          .
        </p>
      )}
    </div>
  )
}

/** the application to become an agent. It creates only the application; an administrator decides. */
export function SignupPage() {
  const [sent, setSent] = useState<SentApplication | null>(null)
  return (
    <PublicLayout title={publicPages.signup.title}>
      <section className={`${CONTAINER} py-12 md:py-16`}>
        <h1 className="text-3xl font-semibold tracking-[-0.02em]">Become an agent</h1>
        <p className="mt-4 mb-8 max-w-[38em] text-[1.125rem] leading-7 text-pretty text-ink-2">
          Sell cash power, airtime and bill payments from your own counter. You buy float, you sell from it,
          and a share of every fee is yours.
        </p>
        <Panel className="max-w-180">
          {sent === null ? <ApplicationForm onSent={setSent} /> : <ApplicationSent {...sent} />}
        </Panel>
      </section>
    </PublicLayout>
  )
}
