// Receipts for the tests: what would be printed, and whether it fits the roll.
import type { BrowserContext, Locator, Page } from '@playwright/test'

/** These tests have no printer: the printed content is passed to the page that opened the window. */
export const stubPrinter = (context: BrowserContext) =>
  context.addInitScript(`window.papers = []
    window.print = () => {
      const sheet = document.querySelector('.receipt')
      const digits = [...document.querySelectorAll('.receipt-digits')]
      const fits = [219, 302].map((width) => {
        document.body.style.width = width + 'px'
        return digits.every((line) => line.scrollWidth <= line.clientWidth) && sheet.scrollWidth <= width
      })
      opener.papers.push({ text: sheet.innerText, paper: getComputedStyle(sheet).backgroundColor, fits, at: Date.now() })
    }`)

/** Two lines of ten digits. */
export const PAPER_TOKEN = /\b\d{4} \d{4} \d{2}\s+\d{2} \d{4} \d{4}\b/

interface Paper {
  text: string
  paper: string
  /** On 58 and on 80 mm: no line of a token is cut. */
  fits: boolean[]
  at: number
}

/** Presses the button and waits until the window has closed; returns what it printed, and how long it was open. */
export async function printedBy(page: Page, button: Locator): Promise<Paper & { stayedMs: number }> {
  const [window] = await Promise.all([page.context().waitForEvent('page'), button.click()])
  await window.waitForEvent('close')
  const paper = await page.evaluate<Paper>('papers.at(-1)')
  return { ...paper, stayedMs: Date.now() - paper.at }
}
