// The user's own account: the password, the second factor at sign-in, and where they are signed in.
import { account, type Security } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { signOut } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
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

async function leaveEverywhere(): Promise<void> {
  await signOut((signal) => call(account.endSessions, { everywhere: true }, { signal }))
  window.location.assign(paths.login)
}
