// Said on the counter and in an open sale while its product is paused: before a customer is asked for money, not only at
// VERIFY. It comes and goes by itself.
import { Notice } from '../../ui/Notice.tsx'
import type { ProductFacts } from '../product.ts'
import { useCounter } from '../use-counter.ts'

export function Paused({ of: { product, title } }: { of: ProductFacts }) {
  const pause = useCounter().data?.pauses?.find((each) => each.product === product)
  if (pause === undefined) return null
  return (
    <Notice tone="warning" title={`Selling ${title} is paused`}>
      {pause.sentence} Nothing is verified or sold until it is resumed; this notice goes away by itself then.
      Open sales go on to their end.
    </Notice>
  )
}
