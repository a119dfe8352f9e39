// What axe reports about the current page. Only serious findings count, and the size of targets counts too. Nothing may
// be wider than the screen either.
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expectNoOverflow } from './overflow.ts'
import { expect } from './people.ts'

// Nothing that is enabled reads style sheets or media.
const common: RunOptions = { resultTypes: ['violations'], preload: false }
const everything: RunOptions = { ...common, rules: { 'target-size': { enabled: true } } }
/** The rules about colours: all that another theme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const colours: RunOptions = { ...common, runOnly: COLOUR_RULES }
/** All that another width can break where no colour depends on the width. */
const layout: RunOptions = {
  ...common,
  rules: {
    ...everything.rules,
    ...Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
  },
}

/** One run takes half a second, and on a very busy machine more than the usual time of an expectation. */
const BUSY_MS = 45_000

export async function seriousIn(page: Page, options = everything): Promise<string[]> {
  // Half a megabyte of script: once for each page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (chosen) => (globalThis as unknown as { axe: typeof axe }).axe.run(chosen),
    options,
  )
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => ({ id, target: target.join(' '), failureSummary })),
    )
  const serious: string[] = []
  for (const { id, target, failureSummary } of found)
    if (id !== 'target-size' || (await isSmallInTheOpen(page, target)))
      serious.push(`${id} ${target} ${failureSummary}`)
  return serious
}

/** A bar that stays at the edge of the screen may cover part of a target: scrolled away from it, it must be large enough. */
const isSmallInTheOpen = (page: Page, target: string): Promise<boolean> =>
  page.evaluate<boolean>(`(async (target) => {
    const [left, top] = [scrollX, scrollY]
    document.querySelector(target)?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { violations } = await axe.run(target, { runOnly: ['target-size'] })
    scrollTo(left, top)
    return violations.length > 0
  })(${JSON.stringify(target)})`)

/**
 * Light and dark, on a phone and on a desk or at other widths. `between` are widths that show what one of these shows, in
 * the same colours, elsewhere on the page. Motion is off, because axe would measure colours in transition. Asked again
 * until it finds nothing: a page is drawn again shortly after its width has changed. Leaves the page as it was.
 */
export async function expectUsable(
  page: Page,
  widths: readonly number[] = [360, 1280],
  between: readonly number[] = [],
): Promise<void> {
  const viewport = page.viewportSize()
  const media = await page.evaluate<{
    colorScheme: 'light' | 'dark'
    reducedMotion: 'reduce' | 'no-preference'
  }>(`({
    colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : 'no-preference',
  })`)
  const runs = [
    ...widths.flatMap((width) => [
      { width, colorScheme: 'light', options: everything } as const,
      { width, colorScheme: 'dark', options: colours } as const,
    ]),
    ...between.map((width) => ({ width, colorScheme: 'light', options: layout }) as const),
  ]
  for (const { width, colorScheme, options } of runs) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoOverflow(page, `${page.url()} at ${width}`)
    await expect
      .poll(() => seriousIn(page, options), {
        message: `${page.url()}, ${colorScheme}, ${width} px`,
        timeout: BUSY_MS,
      })
      .toEqual([])
  }
  await page.emulateMedia(media)
  if (viewport !== null) await page.setViewportSize(viewport)
}
