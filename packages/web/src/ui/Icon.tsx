// The icon set: 20 px grid, one path each, 1.5 px round stroke. An icon is decoration next to a text unless it has a label.

const PATHS = {
  alert: 'M3.25 10a6.75 6.75 0 1 0 13.5 0 6.75 6.75 0 1 0-13.5 0zM10 6.5v4M10 13.2h.01',
  acts: 'M4 4.5h12M4 8.5h7M4 12.5h4M10.5 13.5l2.25 2.25L17 11.5',
  archive: 'M3.5 4h13v3.5h-13zM4.5 7.5v9h11v-9M8 10.5h4',
  backup:
    'M4.5 6a5.5 2.5 0 1 0 11 0 5.5 2.5 0 1 0-11 0zM4.5 6v8c0 1.4 2.46 2.5 5.5 2.5M15.5 6v4M14 12.5v4M12.25 14.75 14 16.5l1.75-1.75',
  bell: 'M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.5 1H4zM8.5 16.75h3',
  bill: 'M5 3.5h10v13l-2.5-1.5L10 16.5 7.5 15 5 16.5zM7.75 7h4.5M7.75 10h4.5',
  bolt: 'M11 2.5 4.5 11.5h5L9 17.5l6.5-9h-5z',
  calendar: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5',
  call: 'M4.25 3.5h3l1.25 3.75L6.75 8.5a9 9 0 0 0 4.75 4.75l1.25-1.75 3.75 1.25v3a1 1 0 0 1-1 1C9 16.4 3.6 11 3.25 4.5a1 1 0 0 1 1-1z',
  check: 'm4.5 10.5 3.75 3.75L15.5 6.5',
  clock: 'M3.25 10a6.75 6.75 0 1 0 13.5 0 6.75 6.75 0 1 0-13.5 0zM10 6v4l2.75 1.75',
  close: 'm5 5 10 10M15 5 5 15',
  coins:
    'M4.5 5.5a5.5 2.25 0 1 0 11 0 5.5 2.25 0 1 0-11 0zM4.5 5.5V14c0 1.25 2.46 2.25 5.5 2.25s5.5-1 5.5-2.25V5.5M4.5 9.75c0 1.25 2.46 2.25 5.5 2.25s5.5-1 5.5-2.25',
  columns: 'M3.5 4h13v12h-13zM8 4v12M12.25 4v12',
  compare: 'M4 7h11.5M12.5 4l3 3-3 3M16 13H4.5M7.5 10l-3 3 3 3',
  copy: 'M7.5 7.5h8v9h-8zM12.5 7.5v-4h-8v9h3',
  down: 'm6 8 4 4 4-4',
  download: 'M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16.5h12',
  edit: 'm4 16 .75-3.5L13 4.25 15.75 7 7.5 15.25zM11.25 6 14 8.75',
  enquiry:
    'M8.5 16.5h-3a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v3M7.5 7h4M7.5 10h1.5M10.25 12.75a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0zM14.6 14.6l2.15 2.15',
  grid: 'M3.5 3.5h5v6h-5zM11.5 3.5h5v3h-5zM11.5 9.5h5v7h-5zM3.5 12.5h5v4h-5z',
  info: 'M3.25 10a6.75 6.75 0 1 0 13.5 0 6.75 6.75 0 1 0-13.5 0zM10 9.5v4M10 6.8h.01',
  key: 'M3.5 13.25a3.25 3.25 0 1 0 6.5 0 3.25 3.25 0 1 0-6.5 0zM9.25 10.75 16 4M13 7l2.25 2.25',
  left: 'M12 5 7 10l5 5',
  lock: 'M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  logout: 'M8 3.5H4.75a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1H8M12.5 6.5 16 10l-3.5 3.5M16 10H8',
  mail: 'M3.5 5h13v10h-13zM3.5 5.5l6.5 5 6.5-5',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  percent: 'M5 15 15 5M4 6a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM12 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0z',
  phone: 'M6.5 3.5h7v13h-7zM9.5 14h1',
  plus: 'M10 4v12M4 10h12',
  print:
    'M6 7V3.5h8V7M6 14H4.5a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h11a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H14M6 11.5h8v5H6z',
  qr: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2h-2zM16.5 11.5v.01M16.5 14.5v2h-2M11.5 16.5v.01',
  refresh: 'M16 10a6 6 0 1 1-1.8-4.3L16 7.5M16 3.5v4h-4',
  report: 'M3.5 16.5h13M5.5 13.5V10M10 13.5v-8M14.5 13.5V8',
  right: 'm8 5 5 5-5 5',
  search: 'M3.75 9a5.25 5.25 0 1 0 10.5 0 5.25 5.25 0 1 0-10.5 0zM13 13l3.75 3.75',
  share: 'M10 12.5v-9M6.75 6.5 10 3.5l3.25 3M6 9.5H4.5v7h11v-7H14',
  signal: 'M4 14v2.5M8 11v5.5M12 7.5v9M16 3.5v13',
  sms: 'M4.5 4h11a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H9l-3.75 3v-3h-.75a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM7 8.75h.01M10 8.75h.01M13 8.75h.01',
  spinner: 'M10 3.25a6.75 6.75 0 1 1-6.75 6.75',
  up: 'm6 12 4-4 4 4',
  trash: 'M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.75 11h7.5l.75-11M8.5 8.75v4.75M11.5 8.75v4.75',
  user: 'M7 6.5a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM3.75 16.75c.6-3.2 3-5 6.25-5s5.65 1.8 6.25 5',
  wallet:
    'M3.5 6.25v8.25a1.5 1.5 0 0 0 1.5 1.5h10a1.5 1.5 0 0 0 1.5-1.5V8.25a1.5 1.5 0 0 0-1.5-1.5H4.75A1.25 1.25 0 0 1 3.5 5.5 1.5 1.5 0 0 1 5 4h8.5M13.25 11.4h.01',
  warn: 'M10 3.5 17 16H3zM10 8.25v3.5M10 13.9h.01',
} as const

export type IconName = keyof typeof PATHS

export const ICON_NAMES = Object.keys(PATHS) as IconName[]

export interface IconProps {
  name: IconName
  size?: 16 | 20 | undefined
  /** Give a name only where there is no text next to the icon. */
  label?: string | undefined
  className?: string | undefined
}

export function Icon({ name, size = 20, label, className = '' }: IconProps) {
  const look = `icon ${size === 16 ? 'icon-sm' : ''} ${name === 'spinner' ? 'icon-spin' : ''} ${className}`
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className={look} viewBox="0 0 20 20" {...naming}>
      <path d={PATHS[name]} />
    </svg>
  )
}
