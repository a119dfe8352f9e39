// Plays a move of the shop, at the server and in the model.
import { MINUTE_MS } from '../../../runtime/clock.ts'
import {
  close,
  closeFor,
  moveCash,
  openDrawer,
  pass,
  recoverAll,
  refund,
  repeatClose,
  sell,
} from './shop-counter.ts'
import { book, correct, decide, load, takeBack, transfer } from './shop-floats.ts'
import type { Move } from './shop-moves.ts'
import { type Counter, listCounters, type Shop } from './shop.ts'

export async function play(shop: Shop, given: Move): Promise<void> {
  await playMove(shop, given)
  // No two moves are at the same moment.
  shop.desk.world.clock.pass(MINUTE_MS)
}

async function playMove(shop: Shop, given: Move): Promise<void> {
  if ('who' in given) return playAtCounter(shop, listCounters(shop)[given.who] as Counter, given)
  if ('whose' in given) return playFloat(shop, shop.cashiers[given.whose] as Counter, given)
  if (given.do === 'decide') return decide(shop, given.isConfirmed)
  if (given.do === 'recover') return recoverAll(shop)
  return pass(shop, given.by)
}

async function playAtCounter(
  shop: Shop,
  counter: Counter,
  given: Extract<Move, { who: number }>,
): Promise<void> {
  switch (given.do) {
    case 'open':
      return openDrawer(shop, counter, given.dalasi * 100)
    case 'sell':
      return sell(shop, counter, given)
    case 'cash':
      return moveCash(shop, counter, given)
    case 'close':
      return close(shop, counter, given)
    case 'close for':
      return closeFor(shop, counter)
    case 'repeat':
      return repeatClose(shop, counter)
    case 'refund':
      return refund(shop, counter, shop.cashiers[given.whose] as Counter)
  }
}

async function playFloat(
  shop: Shop,
  counter: Counter,
  given: Extract<Move, { do: 'load' | 'back' | 'across' | 'correct' | 'book' }>,
): Promise<void> {
  switch (given.do) {
    case 'load':
      return load(shop, counter, given)
    case 'back':
      return takeBack(shop, counter, given)
    case 'across':
      return transfer(shop, counter, shop.cashiers.find((each) => each !== counter) as Counter, given)
    case 'correct':
      return correct(shop, counter, given)
    case 'book':
      return book(shop, counter, given)
  }
}
