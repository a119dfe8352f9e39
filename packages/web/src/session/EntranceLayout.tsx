// The frame of the sign-in pages: the form on the left, and on wide screens a wall of digits next to it, in which one
// token is lit.
import type { ReactNode } from 'react'
import { phoneLink, site } from '../api/site.ts'
import { DemoBanner } from '../layout/DemoBanner.tsx'
import { usePageTitle } from '../layout/page-title.ts'
import { paths } from '../paths.ts'
import { Brand } from '../ui/Brand.tsx'

export function EntranceLayout({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <div className="flex min-h-dvh flex-col">
      <DemoBanner />
      <div className="grid flex-1 md:grid-cols-2">
        <div className="flex flex-col items-start px-4 pt-3 pb-6 md:px-[clamp(16px,6vw,88px)] md:pt-6">
          <header>
            <a href={paths.home} className="rounded">
              <Brand name={site.productName} />
            </a>
          </header>
          <main className="mt-8 mb-auto grid w-full gap-5 md:my-auto md:max-w-96 md:py-8">
            <h1 className="mb-1 text-3xl font-semibold tracking-[-0.02em]">{title}</h1>
            {children}
          </main>
          <footer className="text-sm text-ink-3">
            Locked out? Call{' '}
            <a href={phoneLink(site.phones[0])} className="hover:underline">
              {site.phones[0]}
            </a>
            .
          </footer>
        </div>
        <TokenWall />
      </div>
    </div>
  )
}

/** Many rows of digits, one of them a token: decoration, with numbers that belong to nobody. */
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
