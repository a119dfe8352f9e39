import { expect, test } from 'vitest'
import { formatWait } from './PendingProgress.tsx'

const at = (text: string) => new Date(`2026-11-14T${text}Z`)

test('a wait is shown in minutes and seconds', () => {
  expect(formatWait(at('14:18:04'), at('14:20:45'))).toBe('2:41')
  expect(formatWait(at('14:18:04'), at('14:18:03'))).toBe('0:00')
})
