// Reads back what our PDFs say, page by page, so that tests can compare texts instead of bytes. It knows only what our
// own drawing writes: compressed streams and texts of the standard fonts.
import { inflateSync } from 'node:zlib'

interface ReadPage {
  width: number
  height: number
  /** Its texts in the order of drawing, with `|` between them. */
  text: string
}

const decoder = new TextDecoder('windows-1252')

export function readPdf(file: Buffer): { pages: ReadPage[] } {
  const source = file.toString('latin1')
  const objects = new Map<string, string>()
  for (const [, number = '', body = ''] of source.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(number, body)
  const kids = /\/Kids \[([^\]]*)\]/.exec([...objects.values()].join('\n'))?.[1] ?? ''
  const pages = [...kids.matchAll(/(\d+) 0 R/g)].map(([, number = '']) => objects.get(number) ?? '')
  return {
    pages: pages.map((page) => {
      const [width = 0, height = 0] =
        /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page)?.slice(1).map(Number) ?? []
      return {
        width,
        height,
        text: readText(objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '') ?? ''),
      }
    }),
  }
}

function readText(object: string): string {
  const [, stream = ''] = /stream\n([\s\S]*)\nendstream/.exec(object) ?? []
  const drawn = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  return Array.from(drawn.matchAll(/\[([^\]]*)\] TJ/g), ([, parts = '']) =>
    decoder.decode(
      Buffer.from(Array.from(parts.matchAll(/<([\da-f]*)>/gi), ([, hex = '']) => hex).join(''), 'hex'),
    ),
  ).join('|')
}
