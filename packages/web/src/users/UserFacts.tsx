// Who a user is to the system (E-04), and the ways to what they did.
import { formatDay, type User, userFields } from '@flexpower/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Panel } from '../ui/Card.tsx'
import { fieldLabels } from './user-values.ts'

const searching = (path: string, term: string): string =>
  `${path}?${new URLSearchParams({ search: term }).toString()}`

export function UserFacts({ user }: { user: User }) {
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [fieldLabels[userFields.name], user.name],
    [fieldLabels[userFields.email], user.email],
    [fieldLabels[userFields.address], user.address],
    [fieldLabels[userFields.location], user.location],
    [fieldLabels[userFields.type], user.type],
    [fieldLabels[userFields.contractType], user.contractType],
    [fieldLabels[userFields.commissionPercent], `${user.commissionPercent / 100} % of the fee`],
    [fieldLabels[userFields.mayTakePostpaid], user.mayTakePostpaid ? 'Yes' : 'No'],
    ['Added', formatDay(user.createdAt)],
  ]
  return (
    <Panel title="Record">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label} className="max-sm:grid max-sm:grid-cols-[9.5rem_minmax(0,1fr)] max-sm:gap-x-2">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 -mb-2 flex flex-wrap gap-x-5">
        <Link className={WAY} to={searching(paths.admin.cashPower, user.name)}>
          Cash power sales
        </Link>
        <Link className={WAY} to={searching(paths.admin.creditAgents, user.name)}>
          Credit loads
        </Link>
      </p>
    </Panel>
  )
}

const WAY = 'link inline-flex min-h-11 items-center'
