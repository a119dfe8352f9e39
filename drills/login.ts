// S6: guessing at the login, from one address at many accounts and from many at one, at two server processes; and
// whether an existing account can be told from a missing one, by text, status, size or time.
import { API_BASE, CLIENT_TOKEN_HEADER } from '@flexpower/contract'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { hashPassword } from '../packages/server/src/identity/passwords.ts'
import { inParallel } from './counter.ts'
import { ask, layGround } from './ground.ts'
import type { Size } from './drill.ts'

const PER_ACCOUNT = 10
const PER_ADDRESS = 100
const GAP_MOST_MS = 2
const clientToken = parseConfig({}).clientAccessToken

interface Told {
  status: number
  text: string
  headers: string
  retryAfter: string | null
  tookMs: number
}

async function logIn(address: string, email: string): Promise<Told> {
  const begun = performance.now()
  const answer = await fetch(new URL(`${API_BASE}login`, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [CLIENT_TOKEN_HEADER]: clientToken },
    body: JSON.stringify({ email, password: 'not-the-password' }),
  })
  const text = await answer.text()
  const tookMs = performance.now() - begun
  const headers = [...answer.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)).join('\n')
  return { status: answer.status, text, headers, retryAfter: answer.headers.get('retry-after'), tookMs }
}

export async function login(size: Size) {
  const pairs = size(1_000)
  const ground = await layGround({ servers: 2 })
  const url = ground.directUrl()
  const forgetAttempts = () => ask(url, 'delete from throttle')
  try {
    await ask(url, `update users set password_hash = '${await hashPassword('the-real-password')}'`)
    await Promise.all(ground.servers.map((server) => server.start()))
    const addresses = ground.servers.map(({ address }) => address)
    const server = (n: number) => addresses[n % addresses.length] ?? ''

    const known: Told[] = []
    const unknown: Told[] = []
    for (let pair = 0; pair < pairs; pair += 1) {
      if (pair % 4 === 0) await forgetAttempts()
      // In alternating order, so that other load affects both equally. The addresses have the same length.
      const turns = [
        async () => known.push(await logIn(server(0), `${100 + (pair % 100)}@bench.gm`)),
        async () => unknown.push(await logIn(server(0), `${900 - (pair % 100)}@bench.gm`)),
      ]
      for (const turn of pair % 2 === 0 ? turns : turns.toReversed()) await turn()
    }
    const looks = (told: Told[]) =>
      new Set(told.map(({ status, text, headers }) => `${status} ${text} ${headers}`))
    const isAlike = new Set([...looks(known), ...looks(unknown)]).size === 1
    const [gap = 0, quickest = 0] = [0.5, 0.1].map((part) => Math.abs(at(known, part) - at(unknown, part)))

    await forgetAttempts()
    const sprayed = await tries(150, (n) => logIn(server(n), `spray${n}@bench.gm`))
    await forgetAttempts()
    const stuffed = await tries(60, (n) => logIn(server(n), '7@bench.gm'))
    const isThrottled =
      sprayed.let === PER_ADDRESS && stuffed.let === PER_ACCOUNT && sprayed.decent && stuffed.decent
    return {
      passed: isAlike && gap < GAP_MOST_MS && isThrottled,
      figures: `${pairs} known and ${pairs} unknown accounts: ${isAlike ? 'the same' : 'DIFFERENT'} words, status, size and headers, medians ${at(known, 0.5).toFixed(2)} and ${at(unknown, 0.5).toFixed(2)} ms, gap ${gap.toFixed(2)} ms, between the quickest tenths ${quickest.toFixed(2)} ms; one address at 150 accounts over two processes: ${sprayed.let} tried, the rest 429; 60 at once at one account: ${stuffed.let} tried, the rest 429`,
    }
  } finally {
    await ground.close()
  }
}

async function tries(count: number, attempt: (n: number) => Promise<Told>) {
  const told: Told[] = []
  let n = 0
  await inParallel(10, async () => {
    while (n < count) told.push(await attempt((n += 1)))
  })
  const refused = told.filter(({ status }) => status !== 200)
  return {
    let: told.length - refused.length,
    decent: refused.every(({ status, retryAfter }) => status === 429 && retryAfter !== null),
  }
}

const at = (told: Told[], part: number) =>
  told.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)[Math.floor(told.length * part)] ?? 0
