// Whether a page fits its window, and where something is in it. Ask until it is so: a page is drawn anew shortly after its
// width has changed.
import type { Locator, Page } from '@playwright/test'
import { expect } from './people.ts'

export async function expectNoOverflow(page: Page, place?: string): Promise<void> {
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  await expect.poll(overflow, place).toBeLessThanOrEqual(0)
}

export async function readBottom(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  return box === null ? 0 : box.y + box.height
}
