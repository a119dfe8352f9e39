// What axe reports about the current page. Only serious findings count, and the size of targets counts too.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './people.ts'

export async function seriousIn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Without frames to look into, the result is the same and no second page has to be opened.
    .setLegacyMode()
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    )
}

/**
 * Light and dark, on a phone and on a desk or at other widths. Motion is off, because axe would measure colours in transition.
 */
export async function expectUsable(page: Page, widths = [360, 1280]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      expect(await seriousIn(page), `${colorScheme}, ${width} px`).toEqual([])
    }
}
