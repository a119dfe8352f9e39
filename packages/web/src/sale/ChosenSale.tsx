// The end of a sale whose record an Admin chose: its tokens to hand over, or how somebody else ended it first.
import { formatToken } from '@flexpower/contract'
import { Notice } from '../ui/Notice.tsx'
import { whoIs, words } from './products.ts'
import type { ChosenEnd } from './SeenRecords.tsx'

export function ChosenSale({ end: { sale, isChosen, message, tokens, tokenNames } }: { end: ChosenEnd }) {
  if (!isChosen) return <Notice tone="info" title={message} />
  return (
    <Notice tone="ok" title={message}>
      <p>
        {whoIs(sale)}. The receipt is printed from the list on {words[sale.product].screen}.
      </p>
      {tokens.length > 0 && (
        <ol aria-label="Tokens in the order of entry" className="mt-2 grid gap-1">
          {tokens.map((token, at) => (
            <li key={token}>
              {tokens.length > 1 && (
                <span className="block text-sm">
                  {at + 1} of {tokens.length}
                  {tokenNames[at] ? `, ${tokenNames[at]}` : ''}
                </span>
              )}
              <span className="font-mono text-[clamp(1rem,4.75vw,1.5rem)] font-semibold whitespace-pre text-ink">
                {formatToken(token)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Notice>
  )
}
