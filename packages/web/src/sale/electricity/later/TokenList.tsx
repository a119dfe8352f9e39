// The tokens of one sale in the order of entry. Key-change tokens come first: without them the meter refuses the rest.
import { ELECTRICITY, type ElectricitySale, formatToken, formatUnits, isCredit } from '@flexpower/contract'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { nameToken } from './receipt-lines.ts'

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five']

export function TokenList({ sale }: { sale: ElectricitySale }) {
  const { tokens } = sale
  if (tokens.length === 0)
    return (
      <Notice tone="info" title="No token came with this payment">
        All of it went to arrears. The receipt is the customer’s proof.
      </Notice>
    )
  const [only] = tokens
  if (tokens.length === 1 && only !== undefined)
    return (
      <article aria-label="Token" className={`${CARD} relative bg-sunken py-5 pr-4 pl-6 sm:pr-5`}>
        <span aria-hidden="true" className="absolute inset-y-4 left-0 w-1 rounded-[2px] bg-spark" />
        <p className="mb-1 text-sm text-ink-2">{labelToken(sale, 0)}</p>
        <Blocks token={only} className="text-[clamp(1.1875rem,5.6vw,2.125rem)] font-semibold" />
      </article>
    )
  const keyed = tokens.filter((_, index) => /^Key change \d/.test(nameToken(sale, index))).length
  return (
    <article aria-label="Tokens in the order of entry" className={CARD}>
      <p className="flex gap-3 border-b border-line px-3 py-3.5 text-ink-2 sm:px-5">
        <Icon name="key" />
        <span>
          <b className="font-semibold text-ink">
            {COUNTS[tokens.length] ?? tokens.length} tokens, keyed in from 1 to {tokens.length}.
          </b>
          {keyed > 0 &&
            ` This meter gets a new key first; without ${listNumbers(keyed)} it refuses the rest.`}
        </span>
      </p>
      <ol>
        {tokens.map((token, index) => (
          <NumberedToken key={token} sale={sale} index={index} />
        ))}
      </ol>
    </article>
  )
}

const CARD = 'overflow-hidden rounded-lg border border-line-strong'

/** `1`, `1 and 2`, `1 to 3` */
const listNumbers = (last: number): string => (last === 1 ? '1' : last === 2 ? '1 and 2' : `1 to ${last}`)

const labelToken = (sale: ElectricitySale, index: number): string => {
  const name = nameToken(sale, index)
  return name === ELECTRICITY ? `${name}, ${formatUnits(sale.units)}` : name
}

function NumberedToken({ sale, index }: { sale: ElectricitySale; index: number }) {
  const token = sale.tokens[index] ?? ''
  const hasUnits = isCredit(token)
  return (
    <li
      className={`grid grid-cols-[30px_minmax(0,1fr)] items-center gap-2.5 px-3 sm:grid-cols-[36px_minmax(0,1fr)] sm:gap-3 sm:px-5 ${hasUnits ? 'border-t border-line bg-sunken py-4' : 'py-3.5 not-first:border-t not-first:border-line'}`}
    >
      <span
        className={`grid aspect-square w-full place-items-center rounded-full text-md font-semibold sm:text-lg ${hasUnits ? 'bg-spark text-[#10231c]' : 'border-[1.5px] border-field-line'}`}
      >
        {index + 1}
      </span>
      <div>
        <p className="text-sm text-ink-2">{labelToken(sale, index)}</p>
        <Blocks
          token={token}
          className={
            hasUnits
              ? 'text-[clamp(1rem,4.75vw,1.875rem)] font-semibold'
              : 'text-[clamp(1rem,4.75vw,1.5rem)] text-ink-2'
          }
        />
      </div>
    </li>
  )
}

/** One text for copying and screen readers, five blocks to look at. */
const Blocks = ({ token, className }: { token: string; className: string }) => (
  <p className={`font-mono leading-[1.25] whitespace-pre ${className}`}>{formatToken(token)}</p>
)
