// The text of a message in parts, so that a URL in it can be a link. Everything else stays text, whoever wrote it.
export interface MessagePart {
  text: string
  isLink: boolean
  /** Its start in the message. */
  from: number
}

/** A web URL, without the full stop or bracket that ends the sentence around it. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/

export function splitMessage(body: string): MessagePart[] {
  let from = 0
  // With a group, split() keeps the separators: every second part is a URL.
  const parts = body.split(ADDRESS).map((text, at) => {
    const part = { text, isLink: at % 2 === 1, from }
    from += text.length
    return part
  })
  return parts.filter(({ text }) => text !== '')
}
