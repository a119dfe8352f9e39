// “The units run so fast.” One payment drawn as one bar, its parts always in the same order.
import { sampleSale } from './HowItWorks.tsx'
import { SectionHeading } from './Section.tsx'

export const WhereItGoes = () => (
  <div className="grid items-center gap-6 rounded border border-line bg-surface px-4 py-5 md:grid-cols-[320px_minmax(0,1fr)] md:gap-12 md:p-8">
    <div>
      <SectionHeading id="where">{`Where ${sampleSale.tendered} goes`}</SectionHeading>
      <p className="mt-2 text-pretty text-ink-2">
        “The units run so fast.” So every sale shows its parts before you pay, and prints them after.
      </p>
    </div>
    <div>
      <div aria-hidden="true" className="flex h-7 gap-0.5 overflow-hidden rounded-sm">
        {sampleSale.parts.map(({ name, share, colour }) => (
          <span key={name} className={`min-w-1.5 ${share} ${colour}`} />
        ))}
      </div>
      <dl className="mt-3 grid grid-cols-2 justify-between gap-x-4 gap-y-3 sm:grid-cols-[repeat(3,auto)]">
        {sampleSale.parts.map(({ name, amount, colour }) => (
          <div key={name}>
            <dt className="flex items-center gap-1.5 text-sm text-ink-2">
              <span aria-hidden="true" className={`size-2.5 flex-none rounded-[3px] ${colour}`} />
              {name}
            </dt>
            <dd className="mt-0.5 font-semibold">{amount}</dd>
          </div>
        ))}
      </dl>
    </div>
  </div>
)
