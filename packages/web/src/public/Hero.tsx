// The first thing a visitor sees is the product itself: a receipt that comes out of the printer, with a token on it.
import { site } from '../api/site.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { CONTAINER } from './Section.tsx'
import { sampleSale } from './HowItWorks.tsx'
import { VendingStatus } from './VendingStatus.tsx'

export const Hero = () => (
  <section
    className={`${CONTAINER} grid items-center gap-8 pt-8 pb-12 md:gap-12 md:pt-12 md:pb-16 lg:grid-cols-[minmax(0,1fr)_516px]`}
  >
    <div>
      <h1 className="text-[2.375rem] leading-[2.625rem] font-semibold tracking-[-0.03em] text-balance md:text-4xl md:leading-14">
        Twenty digits, <br />
        and the lights are&nbsp;on.
      </h1>
      <p className="mt-4 mb-6 max-w-[32em] text-lg text-pretty text-ink-2 md:mt-5 md:mb-8 md:text-[1.125rem] md:leading-7">
        {site.productName} sells {site.utilityName} cash power, airtime and post-paid bill payments at
        counters across The Gambia. Give a meter number, pay in dalasi, leave with the token.
      </p>
      <div className="flex flex-wrap gap-3 max-md:*:flex-auto">
        <a className={buttonClass('primary', 'lg')} href="#agents">
          Find an agent
        </a>
        <a className={buttonClass('ghost', 'lg')} href={paths.signup}>
          Become an agent <Icon name="right" size={16} />
        </a>
      </div>
      <VendingStatus />
    </div>
    <figure
      aria-label="A receipt and its token, as the customer gets them"
      className="relative mx-auto w-full max-w-129 pb-43 md:pb-45.5"
    >
      <div
        aria-hidden="true"
        className="relative z-1 mx-auto h-2.5 max-w-87.5 rounded-[5px] bg-(--brand-tile) md:mr-10 md:ml-auto"
      />
      <div className="mx-auto -mt-1.25 h-80.5 w-74 overflow-hidden shadow-[0_0_0_1px_var(--line),0_14px_30px_-18px_rgb(16_35_28/0.4)] md:mr-16 md:ml-auto md:w-75.5">
        <SampleReceipt />
      </div>
      <SampleToken />
    </figure>
  </section>
)

const FACTS = 'grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 [&>dd]:text-right'
const Cut = () => <hr className="my-2.5 border-t border-dashed border-paper-ink/60" />

const SampleReceipt = () => (
  <div className="h-full bg-paper px-3.75 pt-6 text-xs text-paper-ink">
    <p className="text-center text-lg leading-5 font-semibold">{site.productName}</p>
    <p className="text-center">
      {site.companyName}
      <br />
      {site.address.split(', ').slice(0, 1).join(', ')}
    </p>
    <Cut />
    <dl className={FACTS}>
      <dt>Receipt</dt>
      <dd>{sampleSale.receipt}</dd>
      <dt>Date</dt>
      <dd>{sampleSale.date}</dd>
    </dl>
    <Cut />
    <dl className={FACTS}>
      <dt>Customer</dt>
      <dd className="font-semibold">{sampleSale.customer}</dd>
      <dt>Meter</dt>
      <dd className="font-semibold">{sampleSale.meter}</dd>
      <dt>Tariff</dt>
      <dd>{sampleSale.tariff}</dd>
    </dl>
    <Cut />
    <p>Token</p>
    <p className="flex justify-between font-mono text-[17px] leading-5.5 font-semibold tracking-[-0.01em]">
      {sampleSale.token.map((block) => (
        <span key={block}>{block}</span>
      ))}
    </p>
    <p className="mt-2 flex justify-between text-[15px] leading-5 font-semibold">
      <span>Units</span>
      <span>{sampleSale.units}</span>
    </p>
    <Cut />
  </div>
)

const SampleToken = () => (
  <div className="absolute bottom-0 left-0 z-2 w-full rounded-lg border border-line bg-surface shadow">
    <div className="flex items-start justify-between gap-4 px-5 pt-4.5 pb-3.5">
      <TokenFact label="Electricity for" value={sampleSale.customer} />
      <div className="text-right">
        <TokenFact label="Units" value={sampleSale.units} />
      </div>
    </div>
    <div className="relative mx-3 rounded bg-sunken py-4 pr-3.5 pl-5 before:absolute before:inset-y-3 before:left-0 before:w-1 before:rounded-[2px] before:bg-spark">
      <p className="flex justify-between font-mono text-[clamp(1.1875rem,5.35vw,1.875rem)] leading-[1.2] font-semibold tracking-[0.01em] whitespace-nowrap">
        {sampleSale.token.map((block) => (
          <span key={block}>{block}</span>
        ))}
      </p>
    </div>
    <p className="flex justify-between gap-6 px-5 pt-3.5 pb-4 text-sm text-ink-2">
      <span>Meter {sampleSale.meter}</span>
      <span>{sampleSale.tendered}</span>
    </p>
  </div>
)

const TokenFact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <p className="text-sm text-ink-2">{label}</p>
    <p className="text-xl font-semibold tracking-[-0.01em]">{value}</p>
  </div>
)
