// The text of a message in parts, so that an address in it can be followed. Everything else stays text, whoever wrote it.
export interface MessagePart {
  text: string
  isLink: boolean
  /** Where in the message it begins. */
  from: number
}

/** An address of the web, without the full stop or bracket that ends the sentence around it. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/

export function splitMessage(body: string): MessagePart[] {
  let from = 0
  // With a group, split() keeps what it splits at: every second part is an address.
  const parts = body.split(ADDRESS).map((text, at) => {
    const part = { text, isLink: at % 2 === 1, from }
    from += text.length
    return part
  })
  return parts.filter(({ text }) => text !== '')
}
