// What is not finished yet and what waits for an Admin. Each line links to the screen where it is done.
import { formatCount, formatGmd, type Overview } from '@flexpower/contract'
import { Link } from '../router/hooks.tsx'
import { site } from '../api/site.ts'
import { paths } from '../paths.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { OverviewPanel, type OverviewProps } from './OverviewPanel.tsx'

interface Task {
  name: string
  count: number
  /** What it means when there is at least one; `none` when there is none. */
  note: string
  none: string
  path: string
  icon: IconName
  tone: BadgeTone
}

export const Waiting = ({ query }: OverviewProps) => (
  <OverviewPanel query={query} title="Open and waiting">
    {(overview) => (
      <ul className="py-1">
        {listTasks(overview).map((task) => (
          <TaskLine key={task.name} {...task} />
        ))}
      </ul>
    )}
  </OverviewPanel>
)

const listTasks = (overview: Overview): Task[] => [
  ...tasksOfMoney(overview),
  ...tasksOfPost(overview),
  ...tasksOfBooks(overview),
]

function tasksOfMoney(overview: Overview): Task[] {
  return [
    {
      name: 'Open sales',
      count: overview.openSales,
      note: `${formatGmd(overview.openAmount)} held, not spent`,
      none: 'Every sale has a result',
      path: paths.admin.cashPower,
      icon: 'bolt',
      tone: 'info',
    },
    {
      name: 'Undecided sales',
      count: overview.undecidedSales,
      note: `${site.utilityName} could not say; an Admin decides`,
      none: 'Nothing to decide',
      path: paths.admin.cashPower,
      icon: 'warn',
      tone: 'danger',
    },
    {
      name: 'Credits to confirm',
      count: overview.waitingCredits,
      note: 'A second Admin checks the slip',
      none: 'Every slip has been checked',
      path: paths.admin.creditAgents,
      icon: 'coins',
      tone: 'warning',
    },
  ]
}

function tasksOfPost(overview: Overview): Task[] {
  return [
    {
      name: 'Applications',
      count: overview.waitingApplications,
      note: 'People who want to sell',
      none: 'Every message has been read',
      path: `${paths.admin.user}?tab=applications&applications-state=waiting`,
      icon: 'user',
      tone: 'warning',
    },
    {
      name: 'New messages',
      count: overview.newMessages,
      note: 'Not yet read by an Admin',
      none: 'Every message has been read',
      path: paths.admin.messages,
      icon: 'mail',
      tone: 'warning',
    },
    {
      name: 'Messages not sent',
      count: overview.lettersGivenUp,
      note: 'Could not be sent, in the last 7 days',
      none: 'None in the last 7 days',
      path: `${paths.admin.messages}?tab=unsent`,
      icon: 'warn',
      tone: 'danger',
    },
  ]
}

function tasksOfBooks(overview: Overview): Task[] {
  return [
    {
      name: 'Differences to settle',
      count: overview.openDifferences,
      note: 'Found by the nightly comparison',
      none: 'Both books agree',
      path: paths.admin.reconciliation,
      icon: 'enquiry',
      tone: 'danger',
    },
    {
      name: 'Failed backups',
      count: overview.failedBackups,
      note: 'Since the last one that was verified',
      none: 'The last backup did not fail',
      path: paths.admin.backup,
      icon: 'backup',
      tone: 'danger',
    },
  ]
}

const TaskLine = ({ name, count, note, none, path, icon, tone }: Task) => (
  <li>
    <Link
      to={path}
      className="flex min-h-13 items-center gap-3 px-5 py-1.5 -outline-offset-2 hover:bg-hover max-sm:px-4"
    >
      <Icon name={icon} className="text-ink-3" />
      <span className="min-w-0 flex-1">
        <b className="block font-medium">{name}</b>
        <small className="block text-xs text-ink-3">{count === 0 ? none : note}</small>
      </span>
      {count === 0 ? <span className="text-ink-3">0</span> : <Badge tone={tone}>{formatCount(count)}</Badge>}
    </Link>
  </li>
)
