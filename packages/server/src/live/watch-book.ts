// The book of sales, with a hint after every change of a sale: after its statement has committed, and never in it.
import type { Book } from '../ledger/book.ts'
import type { Live } from './live.ts'

export function watchBook(book: Book, { hint }: Pick<Live, 'hint'>): Book {
  const told =
    <Item extends { userId: number }, Result>(write: (item: Item) => Promise<Result>) =>
    async (item: Item): Promise<Result> => {
      const result = await write(item)
      hint('sales', item.userId)
      return result
    }
  return { ...book, open: told(book.open), confirm: told(book.confirm), void: told(book.void) }
}
