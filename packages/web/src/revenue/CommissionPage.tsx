// What a cashier earned in commission: their own statement. It is loaded when it is opened, so that the list of what it
// needs is in this file and not in the first one, which every cashier loads.
import { Suspense } from 'react'
import { lazyPart, partLoader } from '../lib/lazy-page.ts'
import { useUrlValues } from '../list/list-view.ts'

const CommissionView = lazyPart(
  partLoader(() => import('./CommissionView.tsx')),
  (part) => part.CommissionView,
)

export function CommissionPage() {
  const [read, write] = useUrlValues()
  return (
    <Suspense fallback={null}>
      <CommissionView read={read} write={write} />
    </Suspense>
  )
}
