// One agent's float over time: the current value, the value before and after each load, and the lowest one.
import {
  bututs,
  type Credit,
  credits,
  formatCount,
  formatDay,
  formatGmd,
  users,
  WINDOW_MOST,
} from '@flexpower/contract'
import { useMemo } from 'react'
import { Link } from '../router/hooks.tsx'
import { useCall } from '../api/hooks/use-call.ts'
import { now } from '../lib/clock.ts'
import { userRecord } from '../paths.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'
import { kindText } from '../floats/float-kinds.ts'
import { floatBefore, type FloatPoint, lineThrough, listPoints } from './float-history.ts'

const KINDS: readonly Credit['kind'][] = ['electricity', 'airtime']

interface AgentHistoryProps {
  agent: number
  name: string
  onAll: () => void
}

export function AgentHistory({ agent, name, onAll }: AgentHistoryProps) {
  const { data: user, isPending } = useCall(users.one, { userId: agent })
  // The picture shows the newest loads, the figures count all of them.
  const { data: own } = useCall(credits.list.window, { agent, limit: WINDOW_MOST })
  const loads = own?.rows ?? NONE
  const floats = user && { electricity: user.electricityFloat, airtime: user.airtimeFloat }
  return (
    <Panel
      title={`Balance of ${name}`}
      flush
      className="max-sm:[&_.panel-head_h2]:basis-full max-sm:[&_.panel-head_h2]:pt-2"
      actions={
        <>
          <Link to={userRecord(agent)} className={buttonClass('ghost')}>
            User record
          </Link>
          <Button onClick={onAll}>All agents</Button>
        </>
      }
    >
      <StatGroup label={`Figures of ${name}`} className="border-0!">
        {KINDS.map((kind) => (
          <Stat
            key={kind}
            label={`${kindText(kind)} balance now`}
            loading={isPending}
            value={floats ? formatGmd(floats[kind]) : 'Not known'}
          />
        ))}
        <Stat label="Loaded in all" loading={!own} value={own?.tendered && formatGmd(own.tendered)} />
        <Stat label="Loads" loading={!own} value={own && formatCount(own.total)} />
      </StatGroup>
      <div className="grid gap-5 border-t border-line p-5 empty:hidden max-sm:p-4">
        {KINDS.map((kind) => (
          <FloatPicture key={kind} kind={kind} loads={loads} present={floats ? floats[kind] : null} />
        ))}
      </div>
    </Panel>
  )
}

const NONE: readonly Credit[] = []

interface FloatPictureProps {
  kind: Credit['kind']
  loads: readonly Credit[]
  present: Credit['amount'] | null
}

/** The rows below have the same figures; the picture shows their shape. */
function FloatPicture({ kind, loads, present }: FloatPictureProps) {
  const points = useMemo(
    () => listPoints(loads, kind, present === null ? null : { at: now(), float: present }),
    [loads, kind, present],
  )
  if (points.length === 0) return null
  const line = lineThrough(points)
  return (
    <figure>
      <figcaption className="mb-2 text-sm text-ink-2">{buildCaption(points, loads, kind)}</figcaption>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-24 w-full overflow-visible border-b border-line-strong"
      >
        <path d={`M0 100L${line}L100 100z`} className="fill-primary-soft" />
        <path
          d={`M${line}`}
          fill="none"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
          className="stroke-primary"
        />
      </svg>
    </figure>
  )
}

function buildCaption(points: readonly FloatPoint[], loads: readonly Credit[], kind: Credit['kind']): string {
  const own = loads.filter((load) => load.kind === kind)
  const highest = bututs(Math.max(...points.map(({ float }) => float)))
  // The first load starts from an empty float, which says nothing about how low it ran.
  const lowest = own.slice(0, -1).map(floatBefore)
  const since = points[0] ? formatDay(points[0].at) : ''
  return [
    `${kindText(kind)} balance since ${since}`,
    `at most ${formatGmd(highest)}`,
    ...(lowest.length > 0 ? [`down to ${formatGmd(bututs(Math.min(...lowest)))} before a load`] : []),
  ].join(', ')
}
