// What a sale of an amount would cost with the current bands. If the server does not answer, it is computed from the
// bands on the screen, and the text says so.
import {
  amount as amountLine,
  type Bututs,
  CallRefused,
  type Charge,
  charges,
  formatGmd,
} from '@flexpower/contract'
import { useRestingRead } from '../api/hooks/use-resting-read.ts'
import { plainAmount } from '../lib/amount-input.ts'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/form/Field.tsx'
import { type ChargePrice, priceHere } from './bands.ts'
import { shortRange } from './charge-words.ts'

const tried = amountLine('Amount')

/** The amount in the field, or null while it is not valid. */
export const triedAmount = (text: string): Bututs | null => read(text).data ?? null

const read = (text: string) => tried.safeParse(plainAmount(text))

interface TryAmountProps {
  text: string
  onText: (text: string) => void
  bands: readonly Charge[] | undefined
}

export function TryAmount({ text, onText, bands }: TryAmountProps) {
  const amount = triedAmount(text)
  const error = text === '' ? undefined : read(text).error?.issues[0]?.message
  return (
    <Panel className="grid min-w-0 flex-1 basis-120 items-center max-sm:basis-full">
      <div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-[200px_minmax(0,1fr)]">
        <Field
          label="What would this amount cost?"
          prefix="GMD"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={error}
          onChange={(event) => onText(event.target.value)}
        />
        <Answer amount={amount} bands={bands} />
      </div>
    </Panel>
  )
}

interface AnswerProps {
  amount: Bututs | null
  bands: readonly Charge[] | undefined
}

function Answer({ amount, bands }: AnswerProps) {
  const { query, isBehind } = useRestingRead(charges.price, amount === null ? null : { amount })
  const outcome = query.error ? withoutServer(query.error, amount, bands) : { price: query.data }
  return (
    <div aria-live="polite" aria-busy={isBehind} className="grid gap-1.5 sm:pt-1">
      {amount === null || outcome.price === null ? (
        <p className="text-ink-2 sm:pt-6">
          {amount === null ? 'Enter an amount to see its fee.' : outcome.note}
        </p>
      ) : (
        <>
          <Figures price={outcome.price} bands={bands} isFaint={isBehind} />
          {outcome.note && <p className="text-sm text-ink-3">{outcome.note}</p>}
        </>
      )}
    </div>
  )
}

interface Outcome {
  /** Null: there is none. Undefined: not yet known. */
  price: ChargePrice | null | undefined
  note?: string
}

function withoutServer(error: Error, amount: Bututs | null, bands: AnswerProps['bands']): Outcome {
  if (error instanceof CallRefused && error.status === 422) return { price: null, note: error.message }
  if (amount === null || bands === undefined)
    return { price: null, note: 'The server did not answer. Change the amount to ask again.' }
  const price = priceHere(bands, amount)
  return price === null
    ? { price, note: 'The fee would not stay below the amount: such a sale is refused.' }
    : { price, note: 'Worked out from the bands below; the server did not answer.' }
}

interface FiguresProps {
  price: ChargePrice | undefined
  bands: readonly Charge[] | undefined
  isFaint: boolean
}

function Figures({ price, bands, isFaint }: FiguresProps) {
  const band = bands?.find(({ id }) => id === price?.charge)
  const facts = [
    ['Fee', price && formatGmd(price.fee)],
    ['Vend Amount', price && formatGmd(price.vended)],
    ['Band', price && (price.charge === null ? 'No band, no fee' : band ? shortRange(band) : 'Another band')],
  ] as const
  return (
    <dl className={`flex flex-wrap gap-x-6 gap-y-2 transition-opacity ${isFaint ? 'opacity-60' : ''}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="mt-1 font-semibold whitespace-nowrap">{value ?? 'Loading...'}</dd>
        </div>
      ))}
    </dl>
  )
}
