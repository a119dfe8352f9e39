// Reads a stream of events as a browser does, for tests: each on a connection of its own, which can be cut.
import { type IncomingMessage, get } from 'node:http'
import { API_BASE, CLIENT_TOKEN_HEADER, LAST_EVENT_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { onTestFinished } from 'vitest'
import type { TestCaller, World } from '../../testing/world.ts'

export interface SeenEvent {
  id: number | null
  name: string
  data: Record<string, unknown>
}

export interface OpenStream {
  headers: IncomingMessage['headers']
  events: SeenEvent[]
  /** The kinds of all that changed. */
  kinds(): string[]
  lastId(): number
  isOver(): boolean
  cut(): void
}

export async function openEvents(
  { address, config }: Pick<World, 'address' | 'config'>,
  caller: TestCaller,
  last?: number,
): Promise<OpenStream> {
  const headers = {
    [CLIENT_TOKEN_HEADER]: config.clientAccessToken,
    [SESSION_TOKEN_HEADER]: caller.token ?? '',
    ...(last !== undefined && { [LAST_EVENT_HEADER]: String(last) }),
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}${API_BASE}events`, { headers, agent: false }, resolve).on('error', reject)
  })
  const events: SeenEvent[] = []
  let text = ''
  answer.on('data', (bytes) => {
    const blocks = (text + String(bytes)).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (!block.startsWith(':')) events.push(readBlock(block))
  })
  answer.on('error', () => {})
  onTestFinished(() => void answer.destroy())
  return {
    headers: answer.headers,
    events,
    kinds: () => [
      ...new Set(
        events.filter(({ name }) => name === 'changed').flatMap(({ data }) => data['kinds'] as string[]),
      ),
    ],
    lastId: () => Math.max(...events.map(({ id }) => id ?? 0)),
    isOver: () => answer.readableEnded || answer.destroyed,
    cut: () => answer.destroy(),
  }
}

function readBlock(block: string): SeenEvent {
  const fields = new Map(block.split('\n').map((line) => line.split(': ', 2) as [string, string]))
  const id = fields.get('id')
  return {
    id: id === undefined ? null : Number(id),
    name: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>,
  }
}
