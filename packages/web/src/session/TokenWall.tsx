// Rows and rows of digits, one of them a token: decoration, drawn in numbers that belong to nobody.
const ROWS = 40
const ROW_HEIGHT = 38
const COLUMN_WIDTH = 320
const COLUMNS = 3
const LIT_ROW = 9
const LIT_TOKEN = '4821 6093 3755 0184 7726'

/** The same digits on every visit: a small generator with a fixed seed. */
function* blocks(): Generator<string, never> {
  let state = 2026
  while (true) {
    state = (state * 1103515245 + 12345) % 2147483648
    // The low digits of such a generator repeat quickly; the high ones do not.
    yield String(Math.floor(state / 65_536) % 10_000).padStart(4, '0')
  }
}

const source = blocks()
const token = () => Array.from({ length: 5 }, () => source.next().value).join(' ')
const wall = Array.from({ length: ROWS }, (_, row) => ({
  y: row * ROW_HEIGHT + ROW_HEIGHT / 2,
  tokens: Array.from({ length: COLUMNS }, (_item, column) => ({
    x: column * COLUMN_WIDTH,
    isLit: row === LIT_ROW && column === 0,
    digits: row === LIT_ROW && column === 0 ? LIT_TOKEN : token(),
  })),
}))

export const TokenWall = () => (
  <div aria-hidden="true" className="relative hidden overflow-hidden bg-(--brand-tile) md:block">
    <svg
      width={COLUMNS * COLUMN_WIDTH}
      height={ROWS * ROW_HEIGHT}
      className="absolute top-0 left-14 fill-paper/15 font-mono text-[19px] font-medium"
    >
      {wall.flatMap(({ y, tokens }) =>
        tokens.map(({ x, isLit, digits }) => (
          <text
            key={`${x} ${y}`}
            x={x}
            y={y}
            textLength="274"
            className={isLit ? 'fill-paper font-semibold' : ''}
          >
            {digits}
          </text>
        )),
      )}
      <rect
        x="0"
        y={wall[LIT_ROW]?.y}
        width="274"
        height="3"
        transform="translate(0 8)"
        className="fill-spark"
      />
    </svg>
  </div>
)
