// the application to become an agent. Its form comes with the applications that an administrator approves.
import { site } from '../api/site.ts'
import { phoneLink } from '../lib/phone-link.ts'
import { CONTAINER } from '../shell/container.ts'
import { PublicLayout } from '../shell/PublicLayout.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

export const SignupPage = () => (
  <PublicLayout title="Become an agent">
    <section className={`${CONTAINER} py-12 md:py-16`}>
      <h1 className="text-3xl font-semibold tracking-[-0.02em]">Become an agent</h1>
      <p className="mt-4 mb-8 max-w-[38em] text-[1.125rem] leading-7 text-pretty text-ink-2">
        Sell cash power, airtime and bill payments from your own counter. You buy float, you sell from it, and
        a share of every fee is yours.
      </p>
      <Panel flush>
        <EmptyState
          icon="user"
          title="Applications open here soon"
          action={
            <a className={buttonClass()} href={phoneLink(site.phones[0])}>
              Call {site.phones[0]}
            </a>
          }
        >
          Your name, your business, an e-mail address, a phone number and where the counter would be: that is
          all we will ask. An administrator answers every application.
        </EmptyState>
      </Panel>
    </section>
  </PublicLayout>
)
