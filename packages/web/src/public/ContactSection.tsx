// How to reach us: by phone, by email, or from here.
import { phoneLink, site } from '../api/site.ts'
import { SectionHeading } from './Section.tsx'
import { useContactForm } from './use-contact-form.ts'
import { Button } from '../ui/Button.tsx'
import { Field, TextAreaField } from '../ui/form/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useHydrated } from '../ui/use-browser.ts'

const LINK = 'flex min-h-11 items-center rounded-sm hover:underline md:min-h-7'

export const ContactSection = () => (
  <div className="grid gap-6 md:grid-cols-[320px_minmax(0,1fr)] md:gap-12">
    <div>
      <SectionHeading id="contact-heading">Contact Us</SectionHeading>
      <p className="mt-3 text-lg text-pretty text-ink-2">
        A token that does not work, a counter that is closed, an agent’s question: write to us or call. For a
        token, have the meter number ready.
      </p>
      <ul className="mt-5 grid gap-3">
        <li className="flex gap-3">
          <Icon name="call" className="mt-3 text-primary-text md:mt-1" />
          <span>
            {site.phones.map((phone) => (
              <a key={phone} href={phoneLink(phone)} className={LINK}>
                {phone}
              </a>
            ))}
          </span>
        </li>
        <li className="flex gap-3">
          <Icon name="mail" className="mt-3 text-primary-text md:mt-1" />
          <a href={`mailto:${site.supportEmail}`} className={LINK}>
            {site.supportEmail}
          </a>
        </li>
      </ul>
    </div>
    <ContactForm />
  </div>
)

/** Sending us a message from the home page (P-04 to P-08): three fields, one button, and the result. */
export function ContactForm() {
  const { control, submit, isSubmitting, outcome } = useContactForm()
  const isAlive = useHydrated()
  return (
    <form
      noValidate
      aria-label="Write to us"
      className="grid content-start gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <div className="pair">
        <Field {...control('name')} label="Name" placeholder="Enter your Name" autoComplete="name" />
        <Field
          {...control('email')}
          label="Email"
          type="email"
          placeholder="Enter your Email"
          autoComplete="email"
        />
      </div>
      <TextAreaField {...control('message')} label="Message" rows={5} placeholder="Enter your Message" />
      {outcome !== null && <Notice tone={outcome.isSent ? 'ok' : 'danger'} title={outcome.message} />}
      <div>
        <Button size="lg" type="submit" busy={isSubmitting} disabled={!isAlive}>
          Submit
        </Button>
      </div>
    </form>
  )
}
