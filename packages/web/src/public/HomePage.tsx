// The home page: what the product is, what it sells, how it works, where to find it, how to reach us. It is
// drawn by React alone, and every first visit loads everything that it imports (B7).
import { site } from '../api/site.ts'
import { paths, publicPages } from '../paths.ts'
import { CONTAINER, SectionHeading } from './Section.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { ContactSection } from './ContactSection.tsx'
import { Hero } from './Hero.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { Offices } from './Offices.tsx'
import { Practice } from './Practice.tsx'
import { WhereItGoes } from './WhereItGoes.tsx'

const BAND = 'border-y border-line bg-surface py-12 md:py-16'
const BLOCK = `${CONTAINER} py-12 md:py-16`

export const HomePage = () => (
  <PublicLayout title={publicPages.home.title} current={paths.home}>
    <Hero />
    {site.demo && (
      <section aria-labelledby="practice" className={`${CONTAINER} pb-12 md:pb-16`}>
        <Practice />
      </section>
    )}
    <section aria-labelledby="sold" className={BAND}>
      <div className={CONTAINER}>
        <WhatIsSold />
      </div>
    </section>
    <section aria-labelledby="how" className={BLOCK}>
      <HowItWorks />
    </section>
    <section aria-labelledby="where" className={CONTAINER}>
      <WhereItGoes />
    </section>
    <section aria-labelledby="agents-heading" id="agents" className={`${BLOCK} scroll-mt-4`}>
      <Offices />
    </section>
    <section aria-labelledby="contact-heading" id="contact" className={BAND}>
      <div className={CONTAINER}>
        <ContactSection />
      </div>
    </section>
  </PublicLayout>
)

const sold = (): readonly { icon: IconName; name: string; text: string }[] => [
  {
    icon: 'bolt',
    name: 'Cash power',
    text: `Prepaid electricity for any ${site.utilityName} meter, from GMD\u00A050.00. The cashier reads your name back before you pay.`,
  },
  {
    icon: 'signal',
    name: 'Airtime',
    text: 'Africell, QCell, Gamcel and Comium. Any amount, to your own number or to someone upriver.',
  },
  {
    icon: 'bill',
    name: 'Post-paid bills',
    text: `Bring the account reference of a ${site.utilityName} bill and pay all of it or a part. The receipt is printed immediately.`,
  },
]

const WhatIsSold = () => (
  <>
    <SectionHeading id="sold">What is sold</SectionHeading>
    <div className="mt-6 grid divide-line max-md:divide-y md:mt-8 md:grid-cols-3 md:divide-x">
      {sold().map(({ icon, name, text }) => (
        <article key={name} className="max-md:py-5 max-md:first:pt-0 max-md:last:pb-0 md:px-8 md:first:pl-0">
          <Icon name={icon} className="size-6 stroke-[1.25] text-primary-text" />
          <h3 className="mt-3 mb-1.5 text-[1.0625rem] leading-6 font-semibold">{name}</h3>
          <p className="text-lg text-pretty text-ink-2">{text}</p>
        </article>
      ))}
    </div>
  </>
)
