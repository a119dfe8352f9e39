// A screen whose work is still to come: it has its address, its title and its place in the menu, and says what people
// will do here, so that nobody takes it for a fault.
import { useLocation } from 'react-router'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { screenAt } from './menu.ts'
import { purposeOf } from './purposes.ts'

export function ComingScreen() {
  const screen = screenAt(useLocation().pathname)
  return (
    <Panel flush>
      <EmptyState icon={screen?.icon ?? 'clock'} title={`${screen?.title ?? 'This screen'} opens here soon`}>
        {purposeOf(screen?.path ?? '')}
      </EmptyState>
    </Panel>
  )
}
