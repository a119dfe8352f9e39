// Figures as the pages show them: the line under a name, in a group of figures.
import type { Locator, Page } from '@playwright/test'
import { expect } from './people.ts'

/** Also while a modal is open, which hides the figures from assistive technology. */
export const figureIn = (page: Page, group: string, name: string): Locator =>
  page
    .getByRole('region', { name: group, includeHidden: true })
    .getByText(name, { exact: true })
    .locator('xpath=following-sibling::*[1]')

/** `GMD 1,234.50` is 123450, `1,204` is 1204: whole bututs and whole numbers, which can be added exactly. */
export const numberIn = (text: string): number => Number(text.replaceAll(/\D/g, ''))

/** Waits until the figure is there. */
export async function readFigure(page: Page, group: string, name: string): Promise<number> {
  await expect(figureIn(page, group, name)).toHaveText(/\d/)
  return numberIn(await figureIn(page, group, name).innerText())
}
