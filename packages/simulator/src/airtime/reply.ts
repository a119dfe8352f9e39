// What all answers of the aggregator share: its error, its pages, its dates.
import type { Reply } from '../reply.ts'

export type { Reply } from '../reply.ts'

/** The documented error. */
export const failure = (status: number, errorCode: string, message: string, path = '/topups'): Reply => ({
  status,
  body: { timeStamp: '', message, path, errorCode, infoLink: null, details: [] },
})

/** The maximum, and the default. */
const PAGE_SIZE = 200

/** The page that the query asks for: pages count from 1, `number` from 0. */
export function cutPage<Row>(
  rows: readonly Row[],
  query: URLSearchParams,
  show: (row: Row) => object,
): Reply {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? PAGE_SIZE)]
  if (!(page >= 1) || !(size >= 1 && size <= PAGE_SIZE))
    return failure(400, 'INVALID_INPUT_PROVIDED', 'The page or its size are not right.')
  const content = rows.slice((page - 1) * size, page * size).map(show)
  return {
    status: 200,
    body: {
      content,
      pageable: { pageNumber: page - 1, pageSize: size, offset: (page - 1) * size },
      totalElements: rows.length,
      totalPages: Math.ceil(rows.length / size),
      number: page - 1,
      size,
      numberOfElements: content.length,
      first: page === 1,
      last: page * size >= rows.length,
      sort: { sorted: false, unsorted: true, empty: true },
      empty: content.length === 0,
    },
  }
}

/** `2026-11-14 14:20:00` */
export const written = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
