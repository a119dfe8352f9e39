// The living style sheet: every part of ui/ in every state, on one page. We look here before we call a part done, and
// browser tests use it for parts that few screens show.

import { Brand } from '../ui/Brand.tsx'
import { ActionsSection } from './ControlSections.tsx'
import { ChartSection } from './DataSections.tsx'
import { ColourSection } from './FoundationSections.tsx'
import { FieldsSection } from './ControlSections.tsx'
import { OverlaySection } from './OverlaySection.tsx'
import { SignsSection, SurfaceSection } from './SurfaceSection.tsx'
import { TableSection } from './DataSections.tsx'
import { TypeSection } from './FoundationSections.tsx'

export function StyleSheet() {
  return (
    <main className="mx-auto max-w-[1168px] px-4 pt-6 pb-16 md:px-6">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-4">
        <h1>
          <Brand name="FlexPower" />
          <span className="sr-only">, style sheet</span>
        </h1>
        <p className="text-ink-2">Style sheet. Every value is a name in tokens.css.</p>
      </header>
      <ColourSection />
      <TypeSection />
      <ActionsSection />
      <FieldsSection />
      <SignsSection />
      <SurfaceSection />
      <TableSection />
      <ChartSection />
      <OverlaySection />
    </main>
  )
}
