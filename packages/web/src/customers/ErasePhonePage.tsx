// Erases a customer's phone number: it is counted first, then removed with the Admin's password. The books stay.
import { customers, eraseForm, countOf } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { PasswordDialog } from '../form/dialog/PasswordDialog.tsx'
import { useCallForm } from '../form/send/use-call-form.ts'
import { Field } from '../ui/form/Field.tsx'
import { OneFieldForm } from '../ui/form/OneFieldForm.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'

interface Counted {
  phone: string
  sales: number
  orders: number
  messages: number
}

/** Instead of erasing. */
interface Told {
  tone: 'info' | 'ok' | 'warning'
  title: string
  text?: string
}

const NOBODY: Told = { tone: 'info', title: 'No sale, no order and no message has this number' }

function describeOpen(open: readonly string[]): Told {
  const isOne = open.length === 1
  return {
    tone: 'warning',
    title: `${isOne ? 'A sale' : `${open.length} sales`} with this number ${isOne ? 'is' : 'are'} still open`,
    text: `Nothing was changed, because an open order has to be found by its number. Find the number again when ${isOne ? 'it has' : 'they have'} ended: ${open.join(', ')}.`,
  }
}

export function ErasePhonePage() {
  const [counted, setCounted] = useState<Counted | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const { register, submit, problem, formState, reset } = useCallForm<{ phone: string }, { phone: string }>({
    schema: eraseForm,
    values: { phone: '' },
    send: async (entered) => {
      setTold(null)
      const found = await call(customers.erase, { ...entered, dryRun: true })
      if (found.open.length > 0) setTold(describeOpen(found.open))
      else if (found.sales + found.orders + found.messages > 0) setCounted({ ...found, ...entered })
      else setTold(NOBODY)
    },
  })
  return (
    <>
      <OneFieldForm
        action="Find the number"
        busy={formState.isSubmitting}
        onSubmit={submit}
        note="When a customer asks for it, their phone number is removed from sales, their history, lists, files, searches and messages. Amounts, meters, tokens and the books stay as they are. It is counted first."
        outcome={
          problem !== null ? (
            <Notice tone="danger" title="The number could not be looked for">
              {problem} Nothing was changed.
            </Notice>
          ) : (
            told !== null && (
              <Notice tone={told.tone} title={told.title}>
                {told.text}
              </Notice>
            )
          )
        }
      >
        <Field
          label="Mobile Number"
          inputMode="tel"
          autoComplete="off"
          error={formState.errors.phone?.message}
          {...register('phone')}
        />
      </OneFieldForm>
      {counted !== null && (
        <ConfirmErasing
          counted={counted}
          onClose={() => setCounted(null)}
          onErased={(message) => {
            setCounted(null)
            reset()
            setTold({ tone: 'ok', title: message })
          }}
        />
      )}
    </>
  )
}

interface ConfirmErasingProps {
  counted: Counted
  onClose: () => void
  onErased: (message: string) => void
}

const ConfirmErasing = ({
  counted: { phone, sales, orders, messages },
  onClose,
  onErased,
}: ConfirmErasingProps) => (
  <PasswordDialog
    title={`Erase ${phone}?`}
    confirmLabel="Erase for ever"
    noAnswer="The server did not answer. Look for the number again before you try again."
    onClose={onClose}
    run={async (password) => {
      const { message } = await call(customers.erase, { phone, dryRun: false, password })
      toast.success(message)
      onErased(message)
    }}
  >
    <p>
      <b className="font-semibold">
        {countOf(sales, 'sale')}
        {orders > 0 && `, ${countOf(orders, 'order')} that became no sale,`} and{' '}
        {countOf(messages, 'message')}
      </b>{' '}
      show the word “erased” in its place from now on. Messages that were not sent yet are not sent.
    </p>
    <p className="text-ink-2">
      This cannot be undone. Amounts, meters and tokens stay. Backups that were made before have the number
      until they are removed.
    </p>
  </PasswordDialog>
)
