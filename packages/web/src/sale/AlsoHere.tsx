// The other screens of this cashier's counter: only what they may do (decisions: the sidebar stays at its two items).
import type { Counter, Product } from '@flexpower/contract'
import { Link } from 'react-router'
import { words } from './products.ts'

interface AlsoHereProps {
  counter: Counter | undefined
  /** The screen in view. */
  at: Product
}

export function AlsoHere({ counter, at }: AlsoHereProps) {
  const others = productsOf(counter).filter((product) => product !== at)
  if (others.length === 0) return null
  return (
    <nav aria-label="Also at this counter" className="flex flex-wrap items-center gap-x-4">
      <span className="text-ink-3">Also at this counter</span>
      {others.map((product) => (
        <Link
          key={product}
          className="link inline-flex min-h-11 items-center"
          to={words[product].path.cashier}
        >
          {words[product].screen}
        </Link>
      ))}
    </nav>
  )
}

function productsOf(counter: Counter | undefined): Product[] {
  if (counter === undefined) return []
  return [
    'electricity',
    ...(counter.airtimeFloat === null ? [] : (['airtime'] as const)),
    ...(counter.mayTakePostpaid ? (['postpaid'] as const) : []),
  ]
}
