import type { Day } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { askedIn, paramsFor, periodIn, valuesIn } from './asked.ts'

const today = '2026-11-14' as Day
const params = (text: string) => new URLSearchParams(text)

test('a period kept by its name is computed again every day', () => {
  const kept = params('period=7-days&account=cashPower&entity=flexpower')
  expect(askedIn(kept, today)).toEqual({
    from: '2026-11-08',
    to: '2026-11-14',
    account: 'cashPower',
    entity: 'flexpower',
  })
  expect(askedIn(kept, '2026-11-15' as Day)).toMatchObject({ from: '2026-11-09', to: '2026-11-15' })
})

test('RP-01 chosen days and a cashier are in the URL', () => {
  expect(askedIn(params('from=2026-11-01&to=2026-11-03&account=cashPower&entity=17'), today)).toEqual({
    from: '2026-11-01',
    to: '2026-11-03',
    account: 'cashPower',
    entity: 17,
  })
})

test.each([
  ['nothing', ''],
  ['no entity', 'period=today&account=cashPower'],
  ['another account', 'period=today&account=airPower&entity=flexpower'],
  ['a day that does not exist', 'from=2026-02-30&to=2026-03-01&account=cashPower&entity=flexpower'],
  ['an end before its start', 'from=2026-11-03&to=2026-11-01&account=cashPower&entity=flexpower'],
])('%s asks for no report, and its values stay in the form', (_, text) => {
  expect(askedIn(params(text), today)).toBeNull()
  if (text.startsWith('from')) expect(valuesIn(params(text), today).from).toBe(params(text).get('from'))
})

test('a named period keeps its name until its days are changed', () => {
  const asked = { from: today, to: today, account: 'cashPower' as const, entity: 17 }
  expect(paramsFor(asked, 'today', today)).toEqual({ period: 'today', account: 'cashPower', entity: '17' })
  expect(paramsFor({ ...asked, from: '2026-11-13' as Day }, 'today', today)).toEqual({
    from: '2026-11-13',
    to: '2026-11-14',
    account: 'cashPower',
    entity: '17',
  })
  expect(periodIn(params('period=constructor'))).toBeUndefined()
})
