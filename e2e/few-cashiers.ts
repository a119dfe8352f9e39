// Other tests add hundreds of cashiers, and some screens show all of them. Their rows are alike, so that twenty are
// enough for axe.
import type { Page } from '@playwright/test'

const SHOWN = 20

/** Shows the first ones, and those who are named. */
export const showFewCashiers = (page: Page, ...names: string[]): Promise<unknown> =>
  page.route(/\/api\/(till\/wall|dashboard\/overview)$/, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { cashiers: Record<string, unknown>[] } }
    const isNamed = (row: object) => Object.values(row).some((value) => names.includes(String(value)))
    const cashiers = data.cashiers.filter((row, place) => place < SHOWN || isNamed(row))
    await route.fulfill({ response: answer, json: { data: { ...data, cashiers } } })
  })
