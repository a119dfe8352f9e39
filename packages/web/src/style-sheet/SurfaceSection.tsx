// Panels, figures, tiles and the page that says something broke.

import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel, Stat, StatGroup, tileClass } from '../ui/Card.tsx'
import { ErrorPage } from '../ui/ErrorPage.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Columns, Section } from './Sheet.tsx'

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
