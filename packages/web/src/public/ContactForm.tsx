// Writing to us from the home page (P-04 to P-08): three fields, one button, and what became of the message.
import { useHydrated } from '../ui/use-hydrated.ts'
import { Button } from '../ui/Button.tsx'
import { Field, TextAreaField } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useContactForm } from './use-contact-form.ts'

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
