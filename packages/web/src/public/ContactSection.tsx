// How to reach us: by phone, by mail, or from here.
import { site } from '../api/site.ts'
import { phoneLink } from '../api/site.ts'
import { Icon } from '../ui/Icon.tsx'
import { ContactForm } from './ContactForm.tsx'
import { SectionHeading } from './SectionHeading.tsx'

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
