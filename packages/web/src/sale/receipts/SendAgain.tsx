// Sends the token of a purchase to its phone again, or says why that is not possible.
import { type Bututs, receipts } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { refusalText } from '../../form/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

interface SendAgainProps {
  id: number
  /** What somebody else's sale was found by. */
  sought?: { words: string; amount?: Bututs | undefined }
  refusal: string | null
  onSent: () => void
}

export function SendAgain({ id, sought, refusal, onSent }: SendAgainProps) {
  const [isSending, setSending] = useState(false)
  if (refusal !== null)
    return <p className="max-w-prose min-w-40 text-left text-sm whitespace-normal text-ink-3">{refusal}</p>
  async function send(): Promise<void> {
    setSending(true)
    try {
      toast.success((await call(receipts.sendAgain, { id, ...sought })).message)
      onSent()
    } catch (error) {
      toast.error(refusalText(error, 'The server did not answer. Look first whether it was sent.'))
    }
    setSending(false)
  }
  return (
    <Button
      icon="sms"
      aria-label="Send again to the phone of the purchase"
      busy={isSending}
      onClick={() => void send()}
    >
      Send again
    </Button>
  )
}
