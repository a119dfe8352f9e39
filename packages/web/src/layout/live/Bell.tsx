// The bell in the header with the number of unread notices; while it is drawn, the page follows the server. New rows of a list
// that somebody has scrolled are offered by a button.
import { formatCount, notices } from '@flexpower/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/hooks/use-call.ts'
import { ownArea } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/hooks.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { followServer } from './follow.ts'
import { watchReach } from './reach.ts'
import { createReader, type NewRows } from './read-again.ts'
import { setFollowing } from './slow-polling.ts'

const COUNT_MS = 60_000
const SHOWN_MOST = 99

export function Bell() {
  const { data } = useCall(notices.count, {}, { pollMs: () => COUNT_MS })
  const unread = data?.unread ?? 0
  return (
    <>
      <Link
        to={paths[ownArea()].notices}
        title="Notices"
        className="relative grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunken"
      >
        <Icon name="bell" />
        <span className="sr-only">
          {unread === 0 ? 'Notices, none unread' : `Notices, ${formatCount(unread)} unread`}
        </span>
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-primary px-1 text-center text-xs leading-4.5 font-semibold text-on-primary"
          >
            {unread > SHOWN_MOST ? `${SHOWN_MOST}+` : unread}
          </span>
        )}
      </Link>
      <Following />
    </>
  )
}

function Following() {
  const client = useQueryClient()
  const [rows, setRows] = useState<NewRows | null>(null)
  useEffect(() => {
    const reader = createReader(client, ownArea(), setRows)
    const reach = watchReach()
    const stop = followServer({
      onChanged: reader.changed,
      // Any call learns whether the session has ended.
      onSessionEnd: () => void client.invalidateQueries({ queryKey: [notices.count.path] }),
      onStream: (isOpen) => setFollowing(client, isOpen),
      onSign: reach.hear,
    })
    return () => {
      stop()
      reach.stop()
      reader.stop()
    }
  }, [client])
  if (rows === null) return null
  const name = rows.isSales ? 'sale' : 'row'
  return (
    <output className="pointer-events-none fixed inset-x-0 top-4 z-30 flex justify-center">
      <Button
        variant="primary"
        icon="up"
        className="pointer-events-auto rounded-full!"
        onClick={() => {
          rows.show()
          window.scrollTo({ top: 0 })
        }}
      >
        {formatCount(rows.count)}
        {rows.isAll ? '' : ' or more'} new {name}
        {rows.count === 1 && rows.isAll ? '' : 's'}
      </Button>
    </output>
  )
}
