// The Z slip of a closed session as a PDF file and by mail, and how often it was printed.
import {
  type Api,
  listSlipSections,
  type FileAnswer,
  formatGmd,
  formatMoment,
  type TillSession,
  titleSlip,
} from '@flexpower/contract'
import { inTransaction } from '../../db/db.ts'
import type { Call } from '../../http/handle.ts'
import { countAttempt, type Limit } from '../../identity/throttle.ts'
import { recordAct } from '../../ledger/acts.ts'
import { queueMessages } from '../../mail/outbox.ts'
import { type Block, drawPdf, PDF_TYPE } from '../../pdf/draw.ts'
import { Refusal } from '../../refusal.ts'
import { HOUR_MS } from '../../runtime/clock.ts'
import type { Context } from '../../runtime/context.ts'
import { one } from './sessions.ts'
import { onSession } from './show-session.ts'

type Calls = Api['till']
/** Any of the calls below. */
type Asked = Pick<Call<Calls['one']>, 'context' | 'caller' | 'origin' | 'input'>

/** More than anybody reads; each is drawn, stored and sent. */
const MAILS_BY_USER: Limit = { most: 30, windowMs: HOUR_MS }

export async function slipFile(call: Asked): Promise<FileAnswer> {
  const session = await requireSlip(call)
  const content = await drawSlip(call.context, session)
  return { name: nameFile(session), bytes: content.length, content }
}

export async function countPrint(call: Asked) {
  const session = await requireSlip(call)
  return inTransaction(call.context.db, async (tx) => {
    const { prints } = await tx
      .insertInto('till_print')
      .values({ session_id: session.id, prints: 1 })
      .onConflict((conflict) =>
        conflict.column('session_id').doUpdateSet((row) => ({ prints: row('till_print.prints', '+', 1) })),
      )
      .returning('prints')
      .executeTakeFirstOrThrow()
    const copy = prints - 1
    await recordAct(tx, call, {
      action: 'printed a Z slip',
      ...onSession(session.id, session.openedAt, session.cashierName),
      after: { print: copy === 0 ? 'original' : `copy ${copy}` },
    })
    return { copy }
  })
}

/** To the address of the caller: their own slip, or for an Admin anybody's. */
export async function mailSlip(call: Asked) {
  const { context, caller } = call
  const session = await requireSlip(call)
  await countAttempt(
    context,
    `slips mailed by user ${caller.userId}`,
    MAILS_BY_USER,
    `You have sent ${MAILS_BY_USER.most} Z slips by mail within an hour. This one was not sent; it can be printed or saved as PDF.`,
  )
  const content = await drawSlip(context, session)
  const recipient = await inTransaction(context.db, async (tx) => {
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', caller.userId)
      .executeTakeFirstOrThrow()
    await queueMessages(
      tx,
      [
        {
          channel: 'mail',
          recipient: email,
          subject: `${context.config.site.productName}: ${titleSlip(session)}, ${session.cashierName}`,
          body: writeBody(session),
          files: [{ name: nameFile(session), type: PDF_TYPE, content }],
        },
      ],
      context.clock.now(),
    )
    await recordAct(tx, call, {
      action: 'sent a Z slip by mail',
      ...onSession(session.id, session.openedAt, session.cashierName),
      after: { recipient: email },
    })
    return email
  })
  return { message: `${titleSlip(session)} is on its way to ${recipient}.` }
}

async function requireSlip(call: Asked): Promise<TillSession> {
  const session = await one(call)
  if (session.state !== 'closed')
    throw new Refusal('refused', 'This shift is not closed yet, so it has no Z slip. Close it first.')
  return session
}

const nameFile = ({ number }: TillSession): string => `z-slip-${number}.pdf`

function writeBody(session: TillSession): string {
  const results = listSlipSections(session).flatMap((section) => section.results ?? [])
  return [
    'Hello,',
    `this is ${titleSlip(session)} of ${session.cashierName}. It is attached as PDF.`,
    [
      `Opened: ${formatMoment(session.openedAt)}, with ${formatGmd(session.opening)}`,
      `Closed: ${session.closedAt === null ? '' : formatMoment(session.closedAt)}`,
      ...results.map(({ label, value }) => `${label}: ${value}`),
    ].join('\n'),
  ].join('\n\n')
}

/** On a roll of 80 mm, with the same lines as the printed slip. */
function drawSlip({ config: { site }, clock }: Context, session: TillSession): Promise<Buffer> {
  const at = clock.now()
  return drawPdf({
    paper: 80,
    title: `${site.productName}: ${titleSlip(session)}`,
    author: site.companyName,
    at,
    blocks: [
      { kind: 'heading', text: site.productName, note: site.companyName },
      { kind: 'heading', text: titleSlip(session) },
      ...listSlipSections(session).flatMap(({ heading, lines, results, note }): Block[] => [
        ...(heading === undefined ? [] : [{ kind: 'text' as const, text: heading }]),
        { kind: 'facts', facts: lines.map(({ label, value }) => [label, value]) },
        ...(results
          ? [
              {
                kind: 'facts' as const,
                isStrong: true,
                facts: results.map(({ label, value }) => [label, value] as const),
              },
            ]
          : []),
        ...(note === undefined ? [] : [{ kind: 'text' as const, text: note }]),
      ]),
      { kind: 'text', text: `Made ${formatMoment(at)}.`, align: 'center' },
    ],
  })
}
