// Where something should be that could not be read: it is tried again, and a button does so at once.
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

interface UnreadProps {
  title: string
  onRetry: () => void
}

export const Unread = ({ title, onRetry }: UnreadProps) => (
  <Panel flush>
    <div role="alert">
      <EmptyState
        icon="alert"
        title={title}
        action={
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        This changes nothing on the server. If there was no connection, the page tries again by itself.
      </EmptyState>
    </div>
  </Panel>
)
