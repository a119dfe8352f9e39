// An Admin's decision on a sale for which the other side could give no certain answer: sold (for electricity, with the
// tokens that the utility named), or not sold, with the money back. The reason goes into the audit.
import { CallRefused, type OpenSale, sales } from '@flexpower/contract'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceField } from '../../ui/form/Choice.tsx'
import { Field, TextAreaField } from '../../ui/form/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { products } from '../products.ts'
import { capitalize } from '../../lib/later/capitalize.ts'

type Decision = 'voided' | 'confirmed'

const describeOutcomes = ({ product, debtOnly }: OpenSale) => [
  { value: 'voided', label: 'Not sold', note: 'The money goes back' },
  {
    value: 'confirmed',
    label: 'Sold',
    note: `${capitalize(products[product].otherSide)} ${products[product].hasToken && !debtOnly ? 'named the token' : 'said so'}`,
  },
]

const TOKENS_HINT = 'Twenty digits each, key-change tokens first, one a line.'
const DEBT_ONLY = 'This sale only pays a debt: leave it empty unless some were named.'

interface DecideFormProps {
  sale: OpenSale
  onDecided: () => void
  onCancel: () => void
}

export function DecideForm({ sale, onDecided, onCancel }: DecideFormProps) {
  const hasTokens = products[sale.product].hasToken
  const [outcome, setOutcome] = useState<Decision>('voided')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function decide(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const reason = readText(entered, 'reason').trim()
    const tokens = readTokens(readText(entered, 'tokens'))
    if (reason === '') return setProblem('Reason is required')
    setBusy(true)
    try {
      const sold = outcome === 'confirmed' && hasTokens ? { tokens } : {}
      const { message } = await call(sales.decide, { id: sale.id, outcome, reason, ...sold })
      toast.success(message)
      onDecided()
    } catch (error) {
      setProblem(
        error instanceof CallRefused && error.message !== '' ? error.message : 'The server did not answer.',
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void decide(event)}>
      {problem !== null && (
        <Notice tone="danger" title={problem}>
          The sale is as it was; no money moved.
        </Notice>
      )}
      <ChoiceField
        label="Result"
        options={describeOutcomes(sale)}
        name="outcome"
        defaultChecked={false}
        onChange={(event) => setOutcome(event.target.value === 'confirmed' ? 'confirmed' : 'voided')}
      />
      {outcome === 'confirmed' && hasTokens && (
        <TextAreaField
          label="Tokens"
          name="tokens"
          rows={3}
          hint={sale.debtOnly ? `${DEBT_ONLY} ${TOKENS_HINT}` : TOKENS_HINT}
        />
      )}
      <Field label="Reason" name="reason" hint="Who said so, and when. It is kept with the sale." />
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" busy={isBusy}>
          Save
        </Button>
      </div>
    </form>
  )
}

function readText(entered: FormData, name: string): string {
  const value = entered.get(name)
  return typeof value === 'string' ? value : ''
}

/** People write tokens down with spaces between the blocks. */
const readTokens = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.replaceAll(/\s/g, ''))
    .filter((token) => token !== '')
