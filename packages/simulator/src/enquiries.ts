// The utility's lists of its own sales: of a customer, and of a user's day.
import type { Books, Sale } from './books.ts'
import { type Face, type Told, wrap } from './faces.ts'
import { failure, type Reply } from './reply.ts'

const DAY_MS = 24 * 60 * 60_000

export interface Enquiries {
  customerEnquiry(query: URLSearchParams): Promise<Reply>
  shiftEnquiry(query: URLSearchParams): Promise<Reply>
}

export function createEnquiries(books: Books, face: () => Face, list: (sale: Sale) => Told): Enquiries {
  const ok = (told: unknown): Reply => ({ status: 200, body: wrap(face(), told) })
  return {
    async customerEnquiry(query) {
      const [from, to] = [instantIn(query, 'dateFrom'), instantIn(query, 'dateTo')]
      if (from === null || to === null) return failure(400, 'DATE', 'The dates are not valid.')
      await books.settled()
      const sales = books.ofDebtor(query.get('meterSerial') ?? query.get('account') ?? '')
      const listed = sales.filter(({ at }) => at >= from && at <= to)
      return ok(listed.map((sale) => face().customerRow(list(sale))))
    },
    async shiftEnquiry(query) {
      const instant = instantIn(query, 'paymentDate')
      if (instant === null) return failure(400, 'DATE', 'The date is not valid.')
      await books.settled()
      // The Gambia keeps UTC all year.
      const from = instant - (instant % DAY_MS)
      const user = query.get('codUserShift')
      const sales = books.sales.filter(
        (sale) => sale.user === user && sale.at >= from && sale.at < from + DAY_MS,
      )
      const asked = Number(query.get('size') ?? sales.length)
      const [size, page] = [Math.min(asked, face().linesMost ?? asked), Number(query.get('page') ?? 1)]
      const listed = sales.slice((page - 1) * size, page * size)
      return ok(listed.map((sale) => face().shiftRow(list(sale))))
    },
  }
}

function instantIn(query: URLSearchParams, name: string): number | null {
  const written = query.get(name) ?? ''
  return /^\d{1,15}$/.test(written) ? Number(written) : null
}
