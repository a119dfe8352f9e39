// A report that could not be made; what is shown of an earlier one stays.
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface ReportFailureProps {
  query: { isFetching: boolean; refetch: () => Promise<unknown> }
  /** Why. */
  text: string
}

export const ReportFailure = ({ query, text }: ReportFailureProps) => (
  <Notice
    tone="danger"
    title="The report could not be made"
    action={
      <Button icon="refresh" busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    }
  >
    {text} No money is affected.
  </Notice>
)
