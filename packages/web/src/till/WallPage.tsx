// Every cashier on one screen, for an Admin, read again by itself: who needs attention first, and each figure with its rows.
import {
  type Answer,
  bututs,
  formatCount,
  formatGmd,
  formatTime,
  till,
  toDay,
  type WallRow,
} from '@flexpower/contract'
import { useMemo } from 'react'
import { Link } from '../router/hooks.tsx'
import { describeCall, readAhead, useCall } from '../api/hooks/use-call.ts'
import { DataTable } from '../list/DataTable.tsx'
import { useUrlValue } from '../list/list-view.ts'
import { SearchBox } from '../list/SearchBox.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Stat, StatGroup } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { buildWallColumns } from './wall-columns.tsx'
import { findWallView, isFound, type WallView, wallViews } from './wall-words.ts'

const FRESH_MS = 10_000

type Wall = Answer<typeof till.wall>

export function WallPage() {
  const query = useCall(till.wall, {}, { pollMs: () => FRESH_MS })
  const { data } = query
  const [asked, setView] = useUrlValue('show')
  const view = findWallView(asked)
  const [words, setWords] = useUrlValue('search')
  const among = view === null ? data?.cashiers : data?.cashiers.filter(wallViews[view].is)
  const from = data?.differencesFrom ?? ''
  const today = data ? toDay(data.asOf) : ''
  const columns = useMemo(() => buildWallColumns(from, today), [from, today])
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-lg font-medium">
          Now {data && <span className="font-normal text-ink-3">at {formatTime(data.asOf)}</span>}
        </p>
        <Link className="link inline-flex min-h-11 items-center" to={paths.admin.tillSessions}>
          All shifts
        </Link>
      </div>
      <Together wall={data} />
      {view !== null && (
        <p className="flex flex-wrap items-center gap-x-4">
          {wallViews[view].only}
          <Button variant="ghost" icon="close" onClick={() => setView('')}>
            Show all
          </Button>
        </p>
      )}
      <DataTable
        caption="Every cashier now"
        className="data-tight"
        columns={columns}
        rows={among?.filter((row) => isFound(row, words))}
        toolbar={
          <SearchBox
            label="Search cashiers"
            placeholder="Name or location"
            defaultValue={words}
            onSearch={setWords}
          />
        }
        rowKey={({ cashier }) => cashier}
        error={
          data === undefined && query.errorUpdateCount > 0
            ? {
                message: 'No sale and no drawer is affected. It is tried again automatically in a moment.',
                retry: () => void query.refetch(),
              }
            : undefined
        }
        empty={
          among !== undefined && among.length > 0 ? (
            <EmptyState icon="search" title={`No cashier matches “${words.trim()}”`}>
              Names and locations are searched.
            </EmptyState>
          ) : view === null ? (
            <EmptyState icon="user" title="No cashier yet">
              Add cashiers under User.
            </EmptyState>
          ) : (
            <EmptyState icon="user" title="Nobody at the moment" />
          )
        }
      />
    </>
  )
}
WallPage.readAhead = () => readAhead([describeCall(till.wall, {})])

/** The figures of all cashiers, each with the way to its rows. */
function Together({ wall }: { wall: Wall | undefined }) {
  const rows = wall?.cashiers ?? []
  const loading = wall === undefined
  const count = (view: WallView): string => formatCount(rows.filter(wallViews[view].is).length)
  const sum = (pick: (row: WallRow) => number): string =>
    formatGmd(bututs(rows.reduce((total, row) => total + pick(row), 0)))
  const figure = (view: WallView, value: string, note: string) => (
    <Stat
      label={wallViews[view].label}
      loading={loading}
      value={value}
      note={
        <Link className="link inline-flex min-h-6 items-center" to={`${paths.admin.tills}?show=${view}`}>
          {note}
        </Link>
      }
    />
  )
  const open = count('open')
  return (
    <StatGroup label="All cashiers">
      {figure('attention', count('attention'), `Of ${formatCount(rows.length)} cashiers`)}
      {figure('selling', count('selling'), 'A sale in the last 5 minutes')}
      {figure(
        'open',
        sum(({ session }) => session?.expected ?? 0),
        open === '1' ? 'Expected in 1 open shift' : `Expected in ${open} open shifts`,
      )}
      {figure(
        'short',
        sum(({ short }) => short.amount),
        'In the last 30 days',
      )}
    </StatGroup>
  )
}
