// The Z slip of a closed shift, or the X report of an open one, as a paper for rolls of 58 and 80 mm.
import { listSlipSections, type SlipSection, type TillSession, titleSlip } from '@flexpower/contract'
import { site } from '../api/site.ts'
import { type Block, facts, type Paper, rule } from '../ui/receipt/paper.ts'

/** `copy` is 0 for the original, and on the screen. */
export const describeSlip = (session: TillSession, copy = 0): Paper => ({
  title: titleSlip(session),
  blocks: [
    { kind: 'heading', text: site.productName },
    { kind: 'centre', text: site.companyName },
    { kind: 'stamp', text: titleSlip(session) },
    ...(copy === 0 ? [] : [{ kind: 'centre', text: `COPY ${copy}`, isStrong: true } as const]),
    ...listSlipSections(session).flatMap(describeSection),
  ],
})

const describeSection = ({ heading, lines, results = [], note }: SlipSection): Block[] => [
  rule,
  ...(heading === undefined ? [] : [{ kind: 'text', text: heading, isStrong: true } as const]),
  facts(lines),
  ...results.map((result) => ({ kind: 'large', ...result }) as const),
  ...(note === undefined ? [] : [{ kind: 'text', text: note } as const]),
]
