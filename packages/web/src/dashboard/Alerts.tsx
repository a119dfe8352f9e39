// What an Admin must see to before anything else: an account that runs dry, SMS that do not leave. Gone when the cause is.
import { vendor } from '@flexpower/contract'
import { useCall } from '../api/hooks/use-call.ts'
import { Notice } from '../ui/Notice.tsx'

const LOOK_EVERY_MS = 60_000

export function Alerts() {
  const { data = [] } = useCall(vendor.alerts, {}, { pollMs: () => LOOK_EVERY_MS })
  return data.map(({ subject, isUrgent, title, text }) => (
    <Notice key={subject} tone={isUrgent ? 'danger' : 'warning'} title={title}>
      {text}
    </Notice>
  ))
}
