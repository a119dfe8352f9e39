// Paper from a roll of 58 or 80 mm: black on white, as wide as the paper. What is on it is described as data.
import { type Block, type Paper, type PaperLine, splitToken } from './paper.ts'
import { QrPicture } from './QrPicture.tsx'
import './receipt.css'

export const Receipt = ({ paper }: { paper: Paper }) => (
  <article className="receipt" aria-label={paper.title}>
    {paper.blocks.map((block, index) => (
      // Nothing on a paper moves: its place names a block.
      // oxlint-disable-next-line react/no-array-index-key
      <Printed key={index} block={block} />
    ))}
  </article>
)

function Printed({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2 className="receipt-centre">{block.text}</h2>
    case 'centre':
      return <p className="receipt-centre">{block.isStrong ? <b>{block.text}</b> : block.text}</p>
    case 'stamp':
      return (
        <p className="receipt-centre">
          <span className="receipt-copy">{block.text}</span>
        </p>
      )
    case 'rule':
      return <hr />
    case 'facts':
      return <Facts lines={block.lines} />
    case 'large':
      return (
        <p className="receipt-large">
          <span>{block.label}</span>
          <span className="whitespace-nowrap">{block.value}</span>
        </p>
      )
    case 'text':
      return <p>{block.isStrong ? <b>{block.text}</b> : block.text}</p>
    case 'token':
      return <Token {...block} />
    case 'bar':
      return <Bar parts={block.parts} />
    case 'qr':
      return (
        <p className="receipt-centre">
          <QrPicture text={block.address} title="Check this receipt" className="receipt-qr" />
        </p>
      )
  }
}

const Facts = ({ lines }: { lines: readonly PaperLine[] }) => (
  <dl>
    {lines.map(({ label, value, isStrong, mark }, index) => (
      // oxlint-disable-next-line react/no-array-index-key
      <div key={index}>
        <dt>
          {mark !== undefined && <i className="receipt-mark" data-mark={mark} />}
          {label}
        </dt>
        <dd className={AMOUNT.test(value) ? 'whitespace-nowrap' : undefined}>
          {isStrong ? <b>{value}</b> : value}
        </dd>
      </div>
    ))}
  </dl>
)

/** Never broken over two lines. */
const AMOUNT = /^\W*[A-Z]{3} [\d,.]+$/

const Token = ({ label, digits }: { label: string; digits: string }) => (
  <div className="receipt-token">
    <p>{label}</p>
    {splitToken(digits).map((line, index) => (
      <p key={index === 0 ? 'first' : 'second'} className="receipt-digits">
        {line}
      </p>
    ))}
  </div>
)

/** A drawing, because the page's policy allows no sizes in a style attribute. */
function Bar({ parts }: { parts: Extract<Block, { kind: 'bar' }>['parts'] }) {
  const whole = parts.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <svg className="receipt-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ mark, amount }, index) => {
        const before = parts.slice(0, index).reduce((sum, each) => sum + each.amount, 0)
        return (
          <rect
            key={mark}
            data-mark={mark}
            x={(before / whole) * 100}
            width={(amount / whole) * 100}
            height="8"
          />
        )
      })}
    </svg>
  )
}
