// The way to the screens that the sidebar does not list.
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { tileClass } from '../ui/Card.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'

const tiles: readonly { path: string; icon: IconName; name: string; note: string }[] = [
  { path: paths.admin.airPower, icon: 'signal', name: 'Air Power', note: 'Sell airtime' },
  { path: paths.admin.postPaid, icon: 'bill', name: 'Post Paid', note: 'Take bill payments' },
  { path: paths.admin.report, icon: 'report', name: 'Report', note: 'Revenue by cashier' },
  { path: paths.admin.backup, icon: 'backup', name: 'Backup', note: 'Make and download' },
  { path: paths.admin.cleanup, icon: 'archive', name: 'Cleanup', note: 'Archive old sales' },
  {
    path: paths.admin.reconciliation,
    icon: 'enquiry',
    name: 'Reconciliation',
    note: 'Our books and the utility’s',
  },
  { path: paths.admin.audit, icon: 'clock', name: 'Audit', note: 'Who did what, and when' },
  { path: paths.admin.messages, icon: 'mail', name: 'Messages', note: 'What visitors wrote' },
  { path: paths.admin.forgetPassword, icon: 'key', name: 'Forgot Password', note: 'The utility’s interface' },
]

export const QuickTiles = () => (
  <nav aria-label="More screens">
    <ul className="grid gap-3 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
      {tiles.map(({ path, icon, name, note }) => (
        <li key={path}>
          <Link to={path} className={tileClass}>
            <Icon name={icon} />
            <span>
              <b>{name}</b>
              <small>{note}</small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
