// the application to become an agent. It creates nothing but the application; an administrator decides.
import { useState } from 'react'
import { publicPages } from '../public-pages.ts'
import { CONTAINER } from './container.ts'
import { PublicLayout } from './PublicLayout.tsx'
import { Panel } from '../ui/Card.tsx'
import { ApplicationForm } from './ApplicationForm.tsx'
import { ApplicationSent, type SentApplication } from './ApplicationSent.tsx'

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
