// Panels, figures, tiles and the error page.
import { Columns, Sample, Section } from './Sheet.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel, Stat, StatGroup, tileClass } from '../ui/Card.tsx'
import { ErrorPage } from '../ui/ErrorPage.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast, TOAST_SHORT_MS } from '../ui/toast.ts'

export function SurfaceSection() {
  return (
    <Section title="Surfaces">
      <div className="grid grid-cols-1 gap-4">
        <StatGroup label="Figures of the day">
          <Stat label="Cash Power Daily Sale" value="GMD 184,250.00" note="+6.9 % on last Saturday, 14:20" />
          <Stat label="Cash Power Monthly Sale" value="GMD 2,418,600.00" note="+3.1 % on 1 to 14 October" />
          <Stat label="Total Transactions" value="412" note="Average GMD 447.21" />
          <Stat label="NAWEC Available Balance" value="" note="Read from NAWEC" loading />
        </StatGroup>
        <Columns>
          <Panel title="Open sales" actions={<Badge tone="warning">2 open</Badge>}>
            <p>Alhagie Sarr, GMD 300.00</p>
            <p className="mb-4 text-sm text-ink-2">Asking NAWEC, third time. Held since 14:15.</p>
            <a className={tileClass} href="#report">
              <Icon name="report" />
              <span>
                <b>Report</b>
                <small>Revenue by cashier</small>
              </span>
            </a>
          </Panel>
          <Panel flush>
            <ErrorPage
              variant="inline"
              detail="404 Not Found"
              action={<Button>Back to the dashboard</Button>}
            />
          </Panel>
        </Columns>
      </div>
    </Section>
  )
}

/** Badges, notices and toasts. */
export function SignsSection() {
  return (
    <Section title="Signs">
      <Columns>
        <div className="grid gap-6">
          <Sample name="Badges: shape, word, then colour" className="flex flex-wrap gap-2">
            <Badge tone="ok">Active</Badge>
            <Badge tone="warning">NAWEC slow</Badge>
            <Badge tone="danger">Down since 13:40</Badge>
            <Badge tone="info">Asking NAWEC</Badge>
            <Badge tone="off">Inactive</Badge>
            <Badge tone="role">Cashier</Badge>
            <Badge tone="role" solid>
              Admin
            </Badge>
          </Sample>
          <Sample name="Toasts, top right, 5 or 3 seconds" className="flex flex-wrap gap-3">
            <Button onClick={() => toast.success('Account verified successfully!')}>Success, 5 s</Button>
            <Button onClick={() => toast.success('Saved', TOAST_SHORT_MS)}>Success, 3 s</Button>
            <Button onClick={() => toast.error('Failed to add transaction')}>Error toast</Button>
            <Button onClick={() => toast.info('Asking NAWEC, third time')}>Info toast</Button>
          </Sample>
        </div>
        <Sample name="Notices: what happened, did money move, what next" className="grid gap-3">
          <Notice tone="warning" title="Check the meter number">
            Its last digit does not fit. It may be mistyped; you can go on.
          </Notice>
          <Notice tone="danger" title="NAWEC refused the sale">
            GMD 500.00 is back on your float. Check the meter number and verify again.
          </Notice>
          <Notice tone="info" title="GMD 500.00 is held, not spent">
            NAWEC has not answered yet. The server keeps asking.
          </Notice>
          <Notice tone="ok" title="Account verified successfully!" />
        </Sample>
      </Columns>
    </Section>
  )
}
