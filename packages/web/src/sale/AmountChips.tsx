// Amounts that are asked for all day, one press each.
import { Chips } from '../ui/form/Choice.tsx'

interface AmountChipsProps {
  amounts: readonly number[]
  /** As it stands in the field. */
  value: string
  onChange: (value: string) => void
}

export const AmountChips = ({ amounts, value, onChange }: AmountChipsProps) => (
  <Chips
    label="Amounts"
    options={amounts.map((amount) => ({ value: String(amount), label: amount.toLocaleString('en') }))}
    value={value}
    onChange={onChange}
    skipsTab
  />
)
