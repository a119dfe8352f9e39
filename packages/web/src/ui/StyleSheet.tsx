// The living style sheet: every part of ui/ in every state, on one page. It is where we look before we call a
// part done, and where browser tests reach parts that few screens show.

import { Brand } from './Brand.tsx'
import { ActionsSection } from './style-sheet/ActionsSection.tsx'
import { ChartSection } from './style-sheet/ChartSection.tsx'
import { ColourSection } from './style-sheet/ColourSection.tsx'
import { FieldsSection } from './style-sheet/FieldsSection.tsx'
import { OverlaySection } from './style-sheet/OverlaySection.tsx'
import { SignsSection } from './style-sheet/SignsSection.tsx'
import { SurfaceSection } from './style-sheet/SurfaceSection.tsx'
import { TableSection } from './style-sheet/TableSection.tsx'
import { TypeSection } from './style-sheet/TypeSection.tsx'

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
