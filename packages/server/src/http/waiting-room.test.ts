import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAdmission } from './admission.ts'
import { createWaitingRoom, tooMany, tooManyToHold } from './waiting-room.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('ASVS 2.4.1 one user', () => {
  test('has a part of the room for those who are held back, as one address has, and is refused at once beyond it', async () => {
    const room = createWaitingRoom({ waiting: 0, waitingOfOneUser: 0, heldBack: 20, waitMs: 1_000 })
    const refused: [string, unknown][] = []
    const call = (user: string, address = user) =>
      void room
        .wait({ user, address, isGone: () => false })
        .catch((error: unknown) => refused.push([user, error]))
    for (const user of ['a', 'a', 'a']) call(user)
    for (let index = 1; index <= 11; index += 1) call(`x${index}`, 'attacker')
    call('b')
    await vi.advanceTimersByTimeAsync(2_400)
    expect(refused).toEqual([
      ['a', tooManyToHold],
      ['x11', tooManyToHold],
    ])
    await vi.advanceTimersByTimeAsync(2_140)
    expect(refused).toHaveLength(15)
    // Whoever was refused has room for another.
    call('a')
    await vi.advanceTimersByTimeAsync(4_540)
    expect(refused.at(-1)).toEqual(['a', tooMany])
  })

  test('is held back in every lane, however many calls may wait there', async () => {
    const admission = createAdmission()
    for (const lane of ['sales', 'reading', 'rest'] as const) {
      let refused = 0
      const who = { user: 'a', address: 'a', isGone: () => false }
      for (let index = 0; index < 1_000; index += 1)
        admission.within(lane, who, () => new Promise(() => {})).catch(() => (refused += 1))
      await vi.advanceTimersByTimeAsync(2_400)
      expect({ lane, refused }).toEqual({ lane, refused: 0 })
    }
  })
})
