// A field for a meter, account or phone that offers the customers served before, by their number or a part of their
// name. Typing on ignores the offers: only the arrow keys or a press choose one.
import { type Customer, formatGmd, type ProductName } from '@flexpower/contract'
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { Field } from '../../ui/form/Field.tsx'
import { useServed } from './served.ts'

interface CustomerFieldProps extends ComponentProps<typeof Field> {
  product: ProductName
  /** What is in the field. */
  typed: string
  onPick: (customer: Customer) => void
}

/** As the combobox pattern requires. The browser's own list could show neither names nor amounts. */
const roles = { list: { role: 'listbox' }, box: { role: 'combobox' } }
const asOption = (isActive: boolean) => ({ role: 'option', 'aria-selected': isActive })

export function CustomerField({ product, typed, onPick, ...field }: CustomerFieldProps) {
  const listId = useId()
  // Typing opens the list; leaving the field closes it.
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const offers = useServed(product, typed, isOpen && field.locked !== true)
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  function pick(customer: Customer): void {
    close()
    onPick(customer)
  }
  function move(event: KeyboardEvent): void {
    const chosen = offers[active]
    if (offers.length === 0) return
    if (event.key === 'ArrowDown') setActive((active + 1) % offers.length)
    else if (event.key === 'ArrowUp') setActive((active <= 0 ? offers.length : active) - 1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && chosen !== undefined) pick(chosen)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // The keys of the field bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="relative" onInput={() => setOpen(true)} onKeyDown={move} onBlur={close}>
      <Field
        {...field}
        {...roles.box}
        aria-expanded={offers.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={offers[active] && `${listId}${active}`}
      />
      <div
        id={listId}
        {...roles.list}
        aria-label="Customers served before"
        className="absolute inset-x-0 top-full z-10 mt-1 grid rounded border border-line-strong bg-surface p-1 shadow empty:hidden"
      >
        {offers.map((customer, place) => (
          <Offer
            key={customer.subject}
            id={`${listId}${place}`}
            customer={customer}
            isActive={place === active}
            onPick={pick}
          />
        ))}
      </div>
    </div>
  )
}

interface OfferProps {
  id: string
  customer: Customer
  isActive: boolean
  onPick: (customer: Customer) => void
}

const Offer = ({ id, customer, isActive, onPick }: OfferProps) => (
  <button
    id={id}
    type="button"
    {...asOption(isActive)}
    tabIndex={-1}
    // The focus stays in the field, or the list would close before it is pressed.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => onPick(customer)}
    className="flex min-h-11 items-center justify-between gap-3 rounded px-2.5 py-1.5 text-left hover:bg-sunken aria-selected:bg-sunken"
  >
    <span className="min-w-0">
      <span className="block truncate font-medium">{customer.name}</span>
      <span className="block truncate text-sm text-ink-3">
        {[customer.subject, customer.phone].filter((text, place, all) => text !== all[place - 1]).join(', ')}
      </span>
    </span>
    <span className="text-right text-sm whitespace-nowrap text-ink-2">
      usually
      <br />
      {formatGmd(customer.usual)}
    </span>
  </button>
)
