import { expect, test } from 'vitest'
import { parseEvent, readEvents, type ServerEvent } from './event-stream.ts'

test('an event has a number, a name and data; a comment is none', () => {
  expect(parseEvent('id: 17\nevent: changed\ndata: {"kinds":["sales"]}')).toEqual({
    id: 17,
    name: 'changed',
    data: { kinds: ['sales'] },
  })
  expect(parseEvent('event: closed\ndata:{"reason":"session"}')).toMatchObject({ id: null, name: 'closed' })
  for (const block of [':', ': beat', 'data: {}', 'event: x', 'event: x\ndata: {'])
    expect(parseEvent(block)).toBeNull()
})

test('events are found however the network cuts the bytes', async () => {
  const text =
    'id: 1\nevent: opened\ndata: {"complete":true}\n\n:\n\nid: 2\nevent: changed\ndata: {"kinds":["GMD ∂"]}\n\n'
  const bytes = new TextEncoder().encode(text)
  for (let size = 1; size < bytes.length; size += 1) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const events: ServerEvent[] = []
    let signs = 0
    await readEvents(
      body,
      (event) => events.push(event),
      () => (signs += 1),
    )
    expect(events.map(({ id }) => id)).toEqual([1, 2])
    expect(events[1]?.data).toEqual({ kinds: ['GMD ∂'] })
    expect(signs).toBe(Math.ceil(bytes.length / size))
  }
})
