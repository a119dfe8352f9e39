// A float or the drawer of a user: for its cashier with what they asked for, for an Admin with what an Admin may do
// about it.
import { floats, formatGmd, till, users } from '@flexpower/contract'
import { useState } from 'react'
import { useCall } from '../../api/hooks/use-call.ts'
import { ownArea } from '../../api/session.ts'
import { useUrlValue } from '../../list/list-view.ts'
import { paths, userRecord } from '../../paths.ts'
import { Link } from '../../router/hooks.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segment } from '../../ui/form/Choice.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type FloatKind, kindOptions, kindText } from '../float-kinds.ts'
import { DRAWER } from '../float-view.ts'
import { TakeBackDialog, TransferDialog } from '../move-dialogs.tsx'
import { LimitsDialog } from './LimitsDialog.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import { Statement } from './Statement.tsx'

const VIEWS = [...kindOptions, { value: DRAWER, label: 'Drawer' }] as const

export function FloatDesk({ userId }: { userId: number }) {
  const isAdmin = ownArea() === 'admin'
  const [chosen, setKind] = useUrlValue('kind')
  const shown = VIEWS.find(({ value }) => value === chosen)?.value ?? 'electricity'
  const { data: user, isError } = useCall(users.one, { userId })
  // The record of a deleted user is gone; the statement stays.
  const name = user?.name ?? (isError ? 'a deleted user' : '...')
  return (
    <>
      <Link
        to={isAdmin ? userRecord(userId) : paths.cashier.user}
        className="link -my-2 inline-flex min-h-11 items-center gap-1 justify-self-start"
      >
        <Icon name="left" size={16} />
        User record
      </Link>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-xl font-semibold">{titleDesk(shown, isAdmin ? name : null)}</h2>
        <Segment
          label="Float"
          options={VIEWS}
          value={shown}
          onChange={(next) => setKind(next === 'electricity' ? '' : next)}
        />
      </header>
      {shown === DRAWER ? (
        <Statement
          source={{
            list: till.statement,
            sums: till.sums,
            file: till.statementFile,
            of: { userId },
            title: 'Drawer statement',
            account: 'cash drawer',
            fileName: `drawer-${userId}`,
          }}
        />
      ) : (
        <>
          {isAdmin ? user && <AdminTools user={user} kind={shown} /> : <OwnRequests kind={shown} />}
          <LimitsNote userId={userId} />
          <Statement
            key={shown}
            source={{
              list: floats.statement,
              sums: floats.sums,
              file: floats.statementFile,
              of: { userId, kind: shown },
              title: 'Float statement',
              account: `${kindText(shown)} float`,
              fileName: `float-${shown}-${userId}`,
            }}
          />
        </>
      )}
    </>
  )
}

/** `name` null: one's own. */
function titleDesk(shown: FloatKind | typeof DRAWER, name: string | null): string {
  const what = shown === DRAWER ? 'drawer' : 'float'
  if (name === null) return `Your ${what}`
  return `${what === 'drawer' ? 'Drawer' : 'Float'} of ${name}`
}

type Overlay = 'back' | 'across' | 'limits'

function AdminTools({ user, kind }: { user: { id: number; name: string }; kind: FloatKind }) {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const close = () => setOverlay(null)
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
      <Button onClick={() => setOverlay('back')}>Take back</Button>
      <Button onClick={() => setOverlay('across')}>Move to a cashier</Button>
      <Button onClick={() => setOverlay('limits')}>Limits</Button>
      {overlay === 'back' && <TakeBackDialog user={user} kind={kind} onClose={close} />}
      {overlay === 'across' && <TransferDialog user={user} kind={kind} onClose={close} />}
      {overlay === 'limits' && <LimitsDialog user={user} onClose={close} />}
    </div>
  )
}

/** Nothing as long as there is no limit. */
function LimitsNote({ userId }: { userId: number }) {
  const { data } = useCall(floats.limits, { userId })
  if (!data || (data.perSale === null && data.perDay === null)) return null
  const parts = [
    data.perSale === null ? '' : `${formatGmd(data.perSale)} at once`,
    data.perDay === null ? '' : `${formatGmd(data.perDay)} a day`,
  ].filter(Boolean)
  return (
    <p className="text-ink-2">
      May sell {parts.join(' and ')}
      {data.leftToday === null ? '.' : `; ${formatGmd(data.leftToday)} is left today.`}
    </p>
  )
}
