// Where browsers report what the content policy blocked, a sign that a script got into our pages. Anybody can write
// here: little is read, little is logged, and the database is not touched.
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import { maskUrl } from './log-line.ts'

const PATH = '/csp-reports'
const REPORTS_A_REQUEST = 10
const LINES_A_MINUTE = 20
const TEXT_MOST = 200

/** For the policy, in the old and in the new format: browsers know one or both. */
export const reportingDirectives = { reportUri: [PATH], reportTo: ['csp'] }
export const reportingHeaders = { 'reporting-endpoints': `csp="${PATH}"` }

export function serveCspReports(app: FastifyInstance, { log, clock }: Pick<Context, 'log' | 'clock'>): void {
  const window = { endsAt: 0, lines: 0 }
  /** False if this minute has had its lines. */
  function takeLine(): boolean {
    const now = clock.now().getTime()
    if (now >= window.endsAt) {
      if (window.lines > LINES_A_MINUTE)
        log.warn({ dropped: window.lines - LINES_A_MINUTE }, 'more reports of the content policy')
      Object.assign(window, { endsAt: now + MINUTE_MS, lines: 0 })
    }
    window.lines += 1
    return window.lines <= LINES_A_MINUTE
  }
  void app.register(async (scope) => {
    const parseJson = scope.getDefaultJsonParser('remove', 'remove')
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string' },
      parseJson,
    )
    scope.post(PATH, { logLevel: 'silent' }, async ({ body, ip }, reply) => {
      for (const violation of readViolations(body))
        if (takeLine()) log.warn({ ...violation, address: ip }, 'the content policy stopped something')
      return reply.status(204).send()
    })
  })
}

interface Violation {
  directive: string
  blocked: string
  page: string
}

/** Both formats: one report under `csp-report`, or a list of reports with a `body` each. Anything else is ignored. */
function readViolations(body: unknown): Violation[] {
  const reports = Array.isArray(body)
    ? body.slice(0, REPORTS_A_REQUEST).map((report) => readField(report, 'body'))
    : [readField(body, 'csp-report')]
  return reports
    .filter((report) => typeof report === 'object' && report !== null)
    .map((report) => ({
      directive: readText(report, 'effectiveDirective', 'effective-directive', 'violated-directive'),
      blocked: readText(report, 'blockedURL', 'blocked-uri'),
      page: readText(report, 'documentURL', 'document-uri'),
    }))
}

const readField = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[name] : undefined

function readText(from: unknown, ...names: string[]): string {
  const text = names.map((name) => readField(from, name)).find((value) => typeof value === 'string')
  return typeof text === 'string' ? maskUrl(text).slice(0, TEXT_MOST) : ''
}
