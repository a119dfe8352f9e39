// Puts a list on the wire: a window in one piece, the whole list batch by batch, as fast as the client reads and never
// more than a batch ahead. An error before the first byte is an ordinary refusal; afterwards the answer breaks off.
import { Readable } from 'node:stream'
import { type ListEndpoint, type WindowAsked, windowFacts } from '@flexpower/contract'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { List, Rows } from '../lists/list.ts'
import { Refusal } from '../refusal.ts'
import type { GoingOn } from './admission.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Reads what can be refused, and returns how the rest is sent. `asked` is null for the whole list. */
export async function readList(
  call: ListEndpoint,
  list: List<unknown>,
  asked: WindowAsked | null,
  goOn: () => GoingOn,
): Promise<(reply: FastifyReply) => FastifyReply> {
  const body = asked === null ? await readWhole(call, list, goOn) : await readWindow(call, list, asked)
  return (reply) => reply.type(JSON_TYPE).send(body)
}

async function readWindow(call: ListEndpoint, list: List<unknown>, asked: WindowAsked): Promise<string> {
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to) {
    const message = 'The first day cannot be after the last.'
    throw new Refusal('invalid', message, { errors: { from: [message] } })
  }
  const { rows, ...facts } = await list.window(asked)
  const beside = JSON.stringify(
    z.encode(asked.details ? windowFacts.detailed : windowFacts.plain, facts),
  ).slice(1)
  return `{"data":[${writeJson(call, rows)}],${beside}`
}

const writeJson = ({ row }: ListEndpoint, rows: Rows<unknown>): string =>
  'json' in rows ? rows.json : rows.map((each) => JSON.stringify(z.encode(row, each))).join(',')

async function readWhole(call: ListEndpoint, list: List<unknown>, goOn: () => GoingOn): Promise<Readable> {
  const batches = list.batches()[Symbol.asyncIterator]()
  const first = await batches.next()
  const [opening, closing] =
    call.envelope === null ? ['[', ']'] : [`{${JSON.stringify(call.envelope)}:[`, ']}']
  const { turn, end } = goOn()
  return Readable.from(
    (async function* write() {
      yield opening
      for (let batch = first, comma = ''; !batch.done; batch = await turn(() => batches.next()), comma = ',')
        yield comma + writeJson(call, batch.value)
      yield closing
    })(),
    { highWaterMark: 1 },
  ).once('close', end)
}
