// The user's own account: the password, the second factor at sign-in, and where they are signed in.
import { account, type Security } from '@flexpower/contract'
import { useState, useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { ownArea, signOut } from '../api/session.ts'
import { site } from '../api/site.ts'
import { acceptOffer, readOffer } from '../layout/install-offer.ts'
import { GUIDE, GUIDE_ON, paths } from '../paths.ts'
import { Link } from '../router/hooks.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Panel } from '../ui/Card.tsx'
import { ChangePasswordForm } from './ChangePasswordPage.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoStep } from './TwoStep.tsx'

export function AccountPage() {
  const query = useCall(account.security, {})
  if (query.data !== undefined) return <Account security={query.data} />
  if (query.errorUpdateCount === 0) return null
  return (
    <Panel>
      <EmptyState
        icon="alert"
        title="Your account could not be read"
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      >
        Nothing was changed.
      </EmptyState>
    </Panel>
  )
}

function Account({ security: { secondFactor, sessions } }: { security: Security }) {
  const refresh = useRefresh()
  const readAgain = () => refresh(account.security)
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      <TwoStep state={secondFactor} onChanged={readAgain} />
      <Panel title="Change password">
        <div className="max-w-120">
          <ChangePasswordForm
            stay
            intro="When you save, every other browser is signed out. This one stays signed in."
            onChanged={readAgain}
          />
        </div>
      </Panel>
      <Sessions
        name={null}
        sessions={sessions}
        end={(session) => call(account.endSessions, session === undefined ? {} : { session })}
        onEnded={readAgain}
      />
      {ownArea() === 'cashier' && <GuidePanel />}
      <Panel title="Printer">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-prose text-ink-2">
            How receipts are printed in this browser: with the print dialog, or directly on a receipt printer.
          </p>
          <Link className={buttonClass()} to={paths[ownArea()].printer}>
            Printer
          </Link>
        </div>
      </Panel>
      <Install />
      <Panel title="Sign out everywhere">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-prose text-ink-2">
            Every browser is signed out, this one too. Use it when a phone or a computer was lost.
          </p>
          <Button variant="danger" onClick={() => setLeaving(true)}>
            Sign out everywhere
          </Button>
        </div>
        <ConfirmDialog
          open={isLeaving}
          danger
          title="Sign out everywhere?"
          confirmLabel="Sign out"
          cancelLabel="Cancel"
          onConfirm={() => void leaveEverywhere()}
          onCancel={() => setLeaving(false)}
        >
          <p>Every browser is signed out immediately, this one too. No sale is lost.</p>
        </ConfirmDialog>
      </Panel>
    </>
  )
}

/** Only where the browser offers it, and until it is done. */
function Install() {
  const offer = useSyncExternalStore(onOffer, readOffer)
  // An offer can be used once; after a refusal the browser may make another one.
  const [used, setUsed] = useState<typeof offer>(null)
  if (offer === null || offer === used) return null
  function install(): void {
    setUsed(offer)
    void acceptOffer()
  }
  return (
    <Panel title="Install on this device">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-ink-2">
          {site.productName} then has an icon of its own, and opens even without a network. Selling still
          needs one.
        </p>
        <Button onClick={install}>Install</Button>
      </div>
    </Panel>
  )
}

function onOffer(notify: () => void): () => void {
  const events = ['beforeinstallprompt', 'appinstalled']
  for (const name of events) window.addEventListener(name, notify)
  return () => {
    for (const name of events) window.removeEventListener(name, notify)
  }
}

async function leaveEverywhere(): Promise<void> {
  await signOut((signal) => call(account.endSessions, { everywhere: true }, { signal }))
  window.location.assign(paths.login)
}

/** On a phone there is no key that shows the guide again. */
const GuidePanel = () => (
  <Panel title="Guide">
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-prose text-ink-2">Five steps that lead through a sale, on the real screen.</p>
      <Link className={buttonClass()} to={`${paths.cashier.cashPower}?${GUIDE}=${GUIDE_ON}`}>
        Start the guide
      </Link>
    </div>
  </Panel>
)
