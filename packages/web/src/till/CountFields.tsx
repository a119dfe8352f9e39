// The count of a drawer, by note and coin: how many of each, large enough for a thumb, with the sum below.
import {
  type Bututs,
  bututs,
  type Denomination,
  formatGmd,
  type Pieces,
  nameDenomination,
} from '@flexpower/contract'
import { useId } from 'react'

/** As typed, by the name of the note or coin. */
export type TypedCount = Readonly<Record<string, string>>

/** Null: something typed is no whole number. */
export function readPieces(denominations: readonly Denomination[], typed: TypedCount): Pieces[] | null {
  const texts = denominations.map((one) => (typed[nameDenomination(one)] ?? '').trim())
  if (texts.some((text) => !/^\d{0,5}$/.test(text))) return null
  return denominations.map((one, place) => ({ ...one, pieces: Number(texts[place]) }))
}

export const sumPieces = (pieces: readonly Pieces[]): Bututs =>
  bututs(pieces.reduce((sum, { value, pieces: number }) => sum + value * number, 0))

interface CountFieldsProps {
  denominations: readonly Denomination[]
  typed: TypedCount
  onType: (name: string, text: string) => void
}

export function CountFields({ denominations, typed, onType }: CountFieldsProps) {
  const pieces = readPieces(denominations, typed)
  return (
    <div className="grid gap-4">
      <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {denominations.map((one) => {
          const name = nameDenomination(one)
          return <PiecesField key={name} one={one} text={typed[name] ?? ''} onType={onType} />
        })}
      </div>
      <p
        aria-live="polite"
        className="flex flex-wrap items-baseline justify-between gap-2 rounded border border-line bg-sunken px-4 py-3"
      >
        <span className="text-ink-2">Counted</span>
        <b className="text-xl font-semibold">
          {pieces === null ? 'Whole numbers only' : formatGmd(sumPieces(pieces))}
        </b>
      </p>
    </div>
  )
}

function PiecesField({
  one,
  text,
  onType,
}: {
  one: Denomination
  text: string
  onType: CountFieldsProps['onType']
}) {
  const id = useId()
  const name = nameDenomination(one)
  const pieces = readPieces([one], { [name]: text })
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)_7rem] items-center gap-3">
      <label htmlFor={id} className="font-medium">
        {name}
      </label>
      <input
        id={id}
        className="input min-h-12 text-right text-lg"
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        value={text}
        aria-invalid={pieces === null || undefined}
        onChange={(event) => onType(name, event.target.value)}
      />
      <span className="text-right text-ink-3">{pieces && formatGmd(sumPieces(pieces))}</span>
    </div>
  )
}
