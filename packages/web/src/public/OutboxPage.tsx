// The messages of a demo, which has no mail server: a user who asked for a link can follow it here.
import { contact, formatDay, formatTime, type OutboxMessage } from '@flexpower/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient, useCall } from '../api/hooks/use-call.ts'
import { CONTAINER } from './Section.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { splitMessage } from './message-parts.ts'

const POLL_MS = 5000

export function OutboxPage() {
  return (
    <PublicLayout title="Outbox">
      <section className={`${CONTAINER} py-12 md:py-16`}>
        <h1 className="text-3xl font-semibold tracking-[-0.02em]">Outbox</h1>
        <p className="mt-4 mb-8 max-w-[38em] text-[1.125rem] leading-7 text-pretty text-ink-2">
          The demo sends no email and no SMS. What it would have sent is shown here, newest first.
        </p>
        <QueryClientProvider client={queryClient}>
          <Messages />
        </QueryClientProvider>
      </section>
    </PublicLayout>
  )
}

function Messages() {
  const { data, isError, refetch } = useCall(contact.outbox.window, { limit: 100 }, { pollMs: () => POLL_MS })
  if (data !== undefined && data.rows.length > 0)
    return (
      <ol aria-label="Messages" className="grid gap-4">
        {data.rows.map((letter) => (
          <Message key={letter.id} {...letter} />
        ))}
      </ol>
    )
  return (
    <Panel flush>
      {data !== undefined ? (
        <EmptyState icon="mail" title="No messages yet">
          Ask for a new password, write to us or apply as an agent: the message appears here immediately.
        </EmptyState>
      ) : isError ? (
        <div role="alert">
          <EmptyState
            icon="alert"
            title="The messages could not be loaded"
            action={
              <Button icon="refresh" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            None is lost. It is tried again automatically in a moment.
          </EmptyState>
        </div>
      ) : (
        <p aria-busy="true" className="p-5 text-ink-2">
          Loading...
        </p>
      )}
    </Panel>
  )
}

const Message = ({ at, channel, recipient, subject, body }: OutboxMessage) => (
  <li>
    <Panel flush>
      <header className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line px-5 py-3 max-md:px-4">
        <Icon name={channel === 'mail' ? 'mail' : 'sms'} className="mt-0.5 text-ink-3" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold wrap-anywhere">{subject === '' ? 'Text message' : subject}</h2>
          <p className="text-sm wrap-anywhere text-ink-2">To {recipient}</p>
        </div>
        <p className="text-sm text-ink-3 max-sm:w-full max-sm:pl-8">
          {formatDay(at)}, {formatTime(at)}
        </p>
      </header>
      <p className="px-5 py-4 wrap-anywhere whitespace-pre-wrap max-md:px-4">
        {splitMessage(body).map(({ text, isLink, from }) =>
          isLink ? (
            <a key={from} href={text} rel="noopener noreferrer nofollow" className="link">
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
    </Panel>
  </li>
)
