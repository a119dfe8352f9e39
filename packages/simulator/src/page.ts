// The frame of the simulator's own pages: plain HTML and forms, no script, so that they work in any browser and under
// the strictest policy.
import { readFileSync } from 'node:fs'
import type { Reply } from './reply.ts'

const CSS = readFileSync(new URL('pages.css', import.meta.url), 'utf8')

export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

export const stylesheet: Reply = { status: 200, type: 'text/css; charset=utf-8', body: CSS }

export const money = (bututs: number): string =>
  (bututs / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const text = (given: string): string =>
  given.replaceAll(/[&<>"]/g, (found) => entities[found] as string)

export function table(heads: string[], rows: string[][]): string {
  const head = heads.map((each) => `<th scope="col">${each}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

export function page(title: string, content: string): Reply {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<link rel="stylesheet" href="/pages.css">
</head>
<body><main>${content}</main></body>
</html>
`
  return { status: 200, type: 'text/html; charset=utf-8', body: html }
}
