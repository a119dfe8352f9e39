// What every screen says about the application itself: that it is offline, that a screen is not stored, and that a new
// version is ready. Loaded when the page has settled; then it also registers the service worker.
import { useEffect, useState } from 'react'
import { useOnline } from '../../api/hooks/use-online.ts'
import { retryChunk } from '../../lib/lazy-page.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { isSaleOpen, startNewVersion, watchVersions } from './versions.ts'

export function AppNotices() {
  const isOnline = useOnline()
  const isNewReady = useNewVersion()
  return (
    <>
      {!isOnline && (
        <Notice tone="warning" title="The server cannot be reached">
          What you see may be out of date, and nothing can be sold. A sale that you type is kept. Everything
          goes on by itself when the server answers again.
        </Notice>
      )}
      {isNewReady && (
        <Notice
          tone="info"
          title="A new version is ready"
          action={
            <Button className="-my-1 ml-auto" icon="refresh" onClick={() => void startNewVersion()}>
              Reload
            </Button>
          }
        >
          No sale is open. Reloading takes a second.
        </Notice>
      )}
    </>
  )
}

const ASK_MS = 5000
const ASK_AGAIN_MS = 2000

/**
 * A browser says that it has a network before anything gets through it. This asks the way that code takes, through the
 * service worker, for what only our server does not have: any other answer is somebody else's.
 */
export const canLoadCode = (): Promise<boolean> =>
  fetch('/assets/', { cache: 'no-store', signal: AbortSignal.timeout(ASK_MS) }).then(
    ({ status }) => status === 404,
    () => false,
  )

/**
 * In place of a screen whose code this device has never loaded. A browser remembers a module that failed until the document
 * is closed, so the screen is opened with a new one.
 */
export function UnstoredScreen() {
  const isOnline = useOnline()
  useEffect(() => {
    if (!isOnline) return undefined
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const isThere = await canLoadCode()
      if (isLeft) return
      if (isThere) retryChunk()
      else timer = setTimeout(() => void ask(), ASK_AGAIN_MS)
    }
    void ask()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [isOnline])
  return (
    <Panel>
      <EmptyState icon="download" title="This screen is not stored on this device">
        It needs the network, and opens by itself when the network is back. No money moved. Screens that were
        open here before still work.
      </EmptyState>
    </Panel>
  )
}

const LOOK_MS = 3000

/** True once a new version waits and no sale is open in any tab. */
function useNewVersion(): boolean {
  const [isWaiting, setWaiting] = useState(false)
  const [isFree, setFree] = useState(false)
  useEffect(() => watchVersions(() => setWaiting(true)), [])
  useEffect(() => {
    if (!isWaiting) return undefined
    const look = async () => setFree(!(await isSaleOpen()))
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  return isWaiting && isFree
}
