// What axe reports about the current page. Only serious findings count, and the size of targets counts too.
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from './people.ts'

const options: RunOptions = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }

export async function seriousIn(page: Page): Promise<string[]> {
  // Half a megabyte of script: once for each page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (chosen) => (globalThis as unknown as { axe: typeof axe }).axe.run(chosen),
    options,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    )
}

/**
 * Light and dark, on a phone and on a desk or at other widths. Motion is off, because axe would measure colours in
 * transition. Asked again until it finds nothing: a page is drawn anew shortly after its width has changed.
 */
export async function expectUsable(page: Page, widths = [360, 1280]): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => seriousIn(page), `${colorScheme}, ${width} px`).toEqual([])
    }
}
