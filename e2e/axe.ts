// What axe reports about the current page. Only serious findings count, and the size of targets counts too. Nothing may
// be wider than the screen either.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expectNoOverflow } from './overflow.ts'
import { expect } from './people.ts'

/** Half as long as `axe.source`. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Impact = 'minor' | 'moderate' | 'serious' | 'critical'
export const isSerious = (impact: string | null | undefined) => impact === 'serious' || impact === 'critical'

/** Each rule of axe has one impact, and so has all that it finds. */
const { rules } = (axe as unknown as { _audit: { rules: { id: string; impact: Impact }[] } })._audit
/** Nothing that these find would count: they are left out, and take a third of the time. */
const LESSER_RULES = rules.filter(({ impact }) => !isSerious(impact)).map(({ id }) => id)

const disable = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, { enabled: false }]))

// Nothing that is enabled reads style sheets or media.
const common: RunOptions = { resultTypes: ['violations'], preload: false }
const everything: RunOptions = {
  ...common,
  rules: { ...disable(LESSER_RULES), 'target-size': { enabled: true } },
}
/** The rules about colours: all that another theme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const colours: RunOptions = { ...common, runOnly: COLOUR_RULES }
/** All that another width can break where no colour depends on the width. */
const layout: RunOptions = {
  ...common,
  rules: { ...everything.rules, ...disable(COLOUR_RULES) },
}

/** One run takes a third of a second, and on a very busy machine more than the usual time of an expectation. */
const BUSY_MS = 45_000

async function runAxe(page: Page, options: RunOptions) {
  // Half a megabyte of script: once for each page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE_SOURCE)
  const { violations } = await page.evaluate(
    (chosen) => (globalThis as unknown as { axe: typeof axe }).axe.run(chosen),
    options,
  )
  return violations
}

/** What is left out by default: for the test that none of it is serious. */
export const lesserIn = (page: Page) => runAxe(page, { ...common, runOnly: LESSER_RULES })

export async function seriousIn(page: Page, options = everything): Promise<string[]> {
  const found = (await runAxe(page, options))
    .filter(({ impact }) => isSerious(impact))
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
