import { expect, inject, test } from 'vitest'
import { openCopying } from './copying.ts'

const url = inject('postgresUrl')
const ROWS = 200_000

async function* linesUpTo(count: number): AsyncGenerator<Buffer> {
  for (let from = 1; from <= count; from += 10_000)
    yield Buffer.from(Array.from({ length: 10_000 }, (_, index) => `${from + index}\tsome text\n`).join(''))
}

test('more than any buffer holds goes out and in, and every row is counted', async () => {
  const copying = await openCopying(url)
  const out = copying.copyOut(
    `copy (select n, 'some text' from generate_series(1, ${ROWS}) n order by n) to stdout`,
  )
  let bytes = 0
  let next = await out.next()
  for (; !next.done; next = await out.next()) bytes += next.value.length
  expect(next.value).toBe(ROWS)
  let expected = 0
  for await (const lines of linesUpTo(ROWS)) expected += lines.length
  expect(bytes).toBe(expected)
  await copying.query('create temporary table taken (n int, line text)')
  expect(await copying.copyIn('copy taken from stdin', linesUpTo(ROWS))).toBe(ROWS)
  expect(await copying.query('select sum(n)::text as sum from taken')).toEqual([
    { sum: String((ROWS * (ROWS + 1)) / 2) },
  ])
  await copying.close()
})

test('a failure on either side fails the whole, and the connection can be used again', async () => {
  const copying = await openCopying(url)
  await expect(copying.copyOut('copy nothing_here to stdout').next()).rejects.toThrow(/does not exist/)
  await copying.query('create temporary table taken (n int)')
  await expect(copying.copyIn('copy taken from stdin', linesUpTo(50_000))).rejects.toThrow(/extra data/)
  async function* breaking(): AsyncGenerator<Buffer> {
    yield Buffer.from('1\n')
    throw new Error('the disk is gone')
  }
  await expect(copying.copyIn('copy taken from stdin', breaking())).rejects.toThrow('the disk is gone')
  expect(await copying.query('select n from taken')).toEqual([])
  await copying.close()
})

test('closing a connection ends what it was doing', async () => {
  const stopping = new AbortController()
  const copying = await openCopying(url, stopping.signal)
  const sleeping = copying.query('select pg_sleep(60)')
  stopping.abort()
  await expect(sleeping).rejects.toThrow(/Connection terminated/)
  await copying.close()
  await expect(openCopying(url, stopping.signal)).rejects.toThrow(/aborted/)
})
