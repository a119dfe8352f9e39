// Reads server-sent events from a response, as they come.

export interface ServerEvent {
  id: number | null
  name: string
  data: unknown
}

/** Ends when the server ends the stream; rejects when it is cut. `onBytes`: something came, if only a sign of life. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
  onBytes: () => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event !== null) onEvent(event)
    }
  }
}

/** Null for a comment, and for what cannot be read. */
export function parseEvent(block: string): ServerEvent | null {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
    }),
  )
  const [id, name, data] = [fields.get('id'), fields.get('event'), fields.get('data')]
  if (name === undefined || data === undefined) return null
  try {
    return { id: id === undefined ? null : Number(id), name, data: JSON.parse(data) as unknown }
  } catch {
    return null
  }
}
