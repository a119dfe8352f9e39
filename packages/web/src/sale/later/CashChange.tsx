// The cash handed over and the change to give back, for a sale whose price is known. Closed until somebody wants it: by
// its button, or the key C.
import { type Bututs, bututs, formatGmd, toDalasi } from '@flexpower/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { plainAmount } from '../../lib/amount-input.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { countChange, keepCash, readCash, suggestCash } from './cash.ts'
import { AmountChips, readAmount } from './entry-fields.tsx'
import { usePlainKey } from './modal-keys.ts'
import { useFocusAt } from './SaleSteps.tsx'

interface CashChangeProps {
  price: Bututs
  /** Null: this tab has not sold it. */
  saleKey: string | null
  /** On the card after the sale: what was typed before it is there again. */
  isSold?: boolean
}

export function CashChange({ price, saleKey, isSold = false }: CashChangeProps) {
  const [cash, setCash] = useState(() => (isSold && saleKey !== null ? readCash(saleKey) : ''))
  const [isOpen, setOpen] = useState(cash !== '')
  usePlainKey('c', !isOpen && price > 0, () => setOpen(true))
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // Not at once after a sale: there the token comes first.
    if (isOpen && !isSold) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, isSold])
  useEffect(() => {
    if (saleKey !== null) keepCash(saleKey, cash)
  }, [saleKey, cash])
  const received = readAmount(plainAmount(cash))
  if (price <= 0) return null
  if (!isOpen)
    return (
      <Button variant="ghost" icon="coins" className="-ml-3 justify-self-start" onClick={() => setOpen(true)}>
        Count cash <kbd className="max-sm:hidden">C</kbd>
      </Button>
    )
  return (
    <section ref={place} aria-label="Cash and change" className="grid gap-2 border-t border-line pt-4">
      <CashField
        cash={cash}
        onChange={setCash}
        onClose={() => {
          setCash('')
          setOpen(false)
        }}
        isFocused={!isSold || cash === ''}
      />
      <AmountChips
        amounts={suggestCash(price).map(toDalasi)}
        value={String(toDalasi(received))}
        onChange={setCash}
      />
      <Change change={countChange(received, price)} />
    </section>
  )
}

interface CashFieldProps {
  cash: string
  onChange: (cash: string) => void
  onClose: () => void
  /** When somebody has just opened it. */
  isFocused: boolean
}

function CashField({ cash, onChange, onClose, isFocused }: CashFieldProps) {
  const place = useFocusAt<HTMLInputElement>(isFocused)
  /** Enter must not sell: the change has to be read first. It goes to the button that does. */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') findMainButton(event.currentTarget)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Field
      ref={place}
      label="Cash received"
      prefix="GMD"
      inputMode="decimal"
      autoComplete="off"
      value={cash}
      onKeyDown={onKeyDown}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const findMainButton = (from: Element): HTMLElement | null | undefined =>
  from.closest('[role="dialog"]')?.querySelector<HTMLElement>('.modal-foot .btn-primary')

function Change({ change }: { change: number | null }) {
  const [label, amount, look] =
    change === null
      ? ['Change', '–', '']
      : change < 0
        ? ['Still missing', formatGmd(bututs(-change)), 'text-danger']
        : ['Change', formatGmd(bututs(change)), '']
  return (
    <output className={`flex flex-wrap items-baseline justify-between gap-x-3 ${look}`}>
      <span className="text-lg">{label}</span>
      <b className="text-[2rem] leading-9.5 font-semibold tracking-[-0.02em] whitespace-nowrap">{amount}</b>
    </output>
  )
}
