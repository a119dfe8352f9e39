// A list that replaces the server's, where a test needs rows that cannot be made through the screens. It answers
// windows by limit, cursor, search and the value of a field, such as `state=waiting`, with exactly the three fields
// that every window has.
import type { Page } from '@playwright/test'

type Row = Readonly<Record<string, unknown>> & { id: number }

export const matchWindows = (path: string) => new RegExp(`/flexpower/api/${path}\\?`)

export const answerWindows = (page: Page, path: string, rows: readonly Row[]) =>
  page.route(matchWindows(path), (route) => {
    const asked = new URL(route.request().url()).searchParams
    const search = (asked.get('search') ?? '').toLowerCase()
    const found = rows.filter(
      (row) =>
        JSON.stringify(row).toLowerCase().includes(search) &&
        [...asked].every(([name, value]) => !(name in row) || String(row[name]) === value),
    )
    const first = found.findIndex(({ id }) => String(id) === asked.get('cursor')) + 1
    const data = found.slice(first, first + Number(asked.get('limit') ?? 50))
    const isLast = first + data.length >= found.length
    return route.fulfill({
      json: {
        data,
        next_cursor: isLast ? null : data.at(-1)?.id,
        total: found.length,
      },
    })
  })
