// who is behind the counters, in a few lines.
import { site } from '../api/site.ts'
import { paths, publicPages } from '../paths.ts'
import { CONTAINER } from './Section.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Offices } from './Offices.tsx'

export const AboutPage = () => (
  <PublicLayout title={publicPages.about.title}>
    <section className={`${CONTAINER} pt-12 pb-12 md:pt-16`}>
      <h1 className="text-3xl font-semibold tracking-[-0.02em]">About {site.productName}</h1>
      <p className="mt-4 max-w-[38em] text-[1.125rem] leading-7 text-pretty text-ink-2">
        {site.productName} is a nationwide vendor of prepaid electricity and works with {site.utilityName},
        the national electricity utility. It has offices throughout the country and is open{' '}
        {site.openingHours.words}. Airtime and post-paid bills are paid at the same counters.
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <a className={buttonClass()} href={paths.contact}>
          Contact us
        </a>
        <a className={buttonClass('ghost')} href={paths.signup}>
          Become an agent
        </a>
      </p>
    </section>
    <section aria-labelledby="agents-heading" className="border-t border-line bg-surface py-12 md:py-16">
      <div className={CONTAINER}>
        <Offices />
      </div>
    </section>
  </PublicLayout>
)
