import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  amount,
  api,
  bututs,
  charge,
  customerEnquiryForm,
  done,
  endpoint,
  readAnswer,
  dateForm,
  day,
  toDay,
  fields,
  firstOfMonth,
  countOf,
  formatCount,
  formatDay,
  formatDecimal,
  formatGmd,
  formatLongDay,
  formatTime,
  formatToken,
  gmd,
  id,
  loginForm,
  toHour,
  toNoon,
  parseDay,
  parseHundredths,
  saleForm,
  orNone,
} from './index.ts'

const messages = (schema: z.ZodMiniType, given: unknown) =>
  z.safeDecode(schema, given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('amounts', () => {
  test.each([
    ['50', 5000],
    [50, 5000],
    ['1250.75', 125_075],
    [0.1, 10],
    ['0.05', 5],
    [9_999_999_999.99, 999_999_999_999],
  ])('%j is %i hundredths', (given, expected) => expect(parseHundredths(given)).toBe(expected))

  test.each([
    ['Infinity', 'not a number'],
    ['0x64', 'not a number'],
    ['1e3', 'not a number'],
    ['', 'not a number'],
    ['1,000', 'not a number'],
    ['.5', 'not a number'],
    ['5.', 'not a number'],
    ['+5', 'not a number'],
    [Number.NaN, 'not a number'],
    [Number.POSITIVE_INFINITY, 'not a number'],
    [[100], 'not a number'],
    [{ valueOf: () => 100 }, 'not a number'],
    [true, 'not a number'],
    [100.001, 'too many decimals'],
    ['49.999', 'too many decimals'],
    [0.1 + 0.2, 'too many decimals'],
    ['12345678901', 'too many digits'],
    [1e21, 'not a number'],
  ])('%j is refused: %s', (given, problem) => expect(parseHundredths(given)).toBe(problem))

  test('C-01 are shown in GMD with two decimals and thousands', () => {
    expect(formatGmd(bututs(125_000))).toBe('GMD 1,250.00')
    expect(formatGmd(bututs(5))).toBe('GMD 0.05')
  })

  test('are written as the browser’s formatter would', () => {
    const shown = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    // A utility's units and prices have up to four decimals.
    const figure = fc
      .tuple(fc.integer({ min: -1e13, max: 1e13 }), fc.integer({ min: 0, max: 4 }))
      .map(([digits, decimals]) => digits / 10 ** decimals)
    fc.assert(
      fc.property(figure, (value) => {
        // Except for a minus in front of nothing.
        expect(formatDecimal(value)).toBe(shown.format(value).replace(/^-0\.00$/, '0.00'))
      }),
      { numRuns: 10_000 },
    )
    expect([1.005, -1.005, 0, 1e-9, 0.1 + 0.2].map(formatDecimal)).toEqual([
      '1.01',
      '-1.01',
      '0.00',
      '0.00',
      '0.30',
    ])
  })

  test('and counts too', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        expect(formatCount(count)).toBe(count.toLocaleString('en'))
      }),
      { numRuns: 10_000 },
    )
    expect([0, 1, 2, 1_250].map((count) => countOf(count, 'sale'))).toEqual([
      '0 sales',
      '1 sale',
      '2 sales',
      '1,250 sales',
    ])
  })

  test('survive a round trip over the wire to the butut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (value) => {
        expect(z.decode(gmd, z.encode(gmd, bututs(value)))).toBe(value)
        expect(z.decode(amount('Amount'), z.encode(amount('Amount'), bututs(value)))).toBe(value)
      }),
    )
  })

  test('that are not whole bututs are a bug', () => {
    expect(() => bututs(0.5)).toThrow('not a whole number')
    expect(() => bututs(Number.NaN)).toThrow('not a whole number')
  })
})

describe('days', () => {
  test('belong to The Gambia in any time zone of the machine', () => {
    expect(toDay(new Date('2026-11-14T23:59:59Z'))).toBe('2026-11-14')
    expect(toDay(new Date('2026-11-15T00:00:00Z'))).toBe('2026-11-15')
    expect(firstOfMonth(parseDay('2026-11-15')!)).toBe('2026-11-01')
  })

  test('are shown as people write them', () => {
    const instant = new Date('2026-11-14T14:18:00Z')
    expect([formatDay(instant), formatTime(instant), formatLongDay(instant)]).toEqual([
      '14 Nov 2026',
      '14:18',
      'Saturday 14 November 2026',
    ])
    expect(formatDay(toNoon(parseDay('2026-02-28')!))).toBe('28 Feb 2026')
  })

  test('and their times are written as the browser’s formatters would in The Gambia', () => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Banjul', ...options })
      return (instant: Date) => formatter.format(instant)
    }
    const date = { day: 'numeric', year: 'numeric' } as const
    const shownDay = format({ ...date, month: 'short' })
    const shownLongDay = format({ ...date, weekday: 'long', month: 'long' })
    const shownTime = format({ hour: '2-digit', minute: '2-digit' })
    const shownHour = format({ hour: '2-digit', hourCycle: 'h23' })
    const instants = fc.date({
      min: new Date('1912-01-02'),
      max: new Date('2999-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, (instant) => {
        expect([formatDay(instant), formatLongDay(instant), formatTime(instant), toHour(instant)]).toEqual([
          shownDay(instant),
          shownLongDay(instant).replace(',', ''),
          shownTime(instant),
          Number(shownHour(instant)),
        ])
      }),
      { numRuns: 10_000 },
    )
  })

  test.each([
    '2026-02-30',
    '14/11/2026',
    '2026-1-1',
    '',
    null,
    20_261_114,
    '2026-11-14T00:00',
    '0000-00-00',
    '0000-01-01',
    '1899-12-31',
  ])('%j is not a day', (given) => expect(parseDay(given)).toBeNull())
})

describe('forms show the specification’s texts', () => {
  test('V-LO-01 the email of the login form', () => {
    const given = (email: unknown) => messages(loginForm, { email, password: 'secret', remember: false })
    expect(given('')).toEqual(['email: Email is required'])
    expect(given(undefined)).toEqual(['email: Email is required'])
    for (const wrong of ['x', 'x@', '@y.z', 'a b@c.d', 'a@b', 'a@b..c'])
      expect(given(wrong)).toEqual(['email: Invalid email address'])
    expect(given('admin@flexpower.gm')).toEqual([])
  })

  test('V-LO-02 the password of the login form', () => {
    const given = (password: unknown) => messages(loginForm, { email: 'a@b.gm', password, remember: false })
    expect(given('')).toEqual(['password: Password is required'])
    expect(given('12345')).toEqual(['password: Password must be at least 6 characters'])
    expect(given('123456')).toEqual([])
  })

  test('V-DA-01 the date of the dashboard', () => {
    expect(messages(dateForm, { paymentDate: '' })).toEqual(['paymentDate: Date is required'])
  })

  test('the sale form names the field of each message', () => {
    expect(messages(saleForm, { meter: '12', amount: '49.99', phone: '' })).toEqual([
      'meter: Meter Number must be at least 8 digits',
      'amount: Amount must be at least 50',
      'phone: Mobile Number is required',
    ])
  })

  test.each([[[]], [['37201148261']], [['3', '7']], [{}], [{ length: 3 }], [true]])(
    'a value that is not text gets one sentence that says so, in every text field: %j',
    (given) => {
      expect(messages(saleForm, { meter: given, amount: '50', phone: given })).toEqual([
        'meter: Meter Number must be text: its digits in quotes',
        'phone: Mobile Number must be text: its digits in quotes',
      ])
      expect(messages(loginForm, { email: given, password: given, remember: false })).toEqual([
        'email: Email must be text',
        'password: Password must be text',
      ])
      const days = { from: '2026-11-14', to: '2026-11-15' }
      expect(messages(customerEnquiryForm, { meter: given, ...days })).toEqual(['meter: Required'])
    },
  )

  test('a number in place of text is reported as such, and not as missing', () => {
    expect(messages(saleForm, { meter: 37_201_148_261, amount: '50', phone: 7_712_345 })).toEqual([
      'meter: Meter Number must be text: its digits in quotes',
      'phone: Mobile Number must be text: its digits in quotes',
    ])
    expect(messages(saleForm, { meter: null, amount: '50' })).toEqual([
      'meter: Meter Number is required',
      'phone: Mobile Number is required',
    ])
    expect(messages(loginForm, { email: 5, password: 123_456, remember: false })).toEqual([
      'email: Email must be text',
      'password: Password must be text',
    ])
  })
})

describe('objects', () => {
  test('have wire names outside and our names inside, and drop undeclared fields', () => {
    const wire = {
      id: 1,
      start_amount: 50,
      end_amount: 99.99,
      commision_amount: 2.5,
      amount_type: 'fixed',
      status: 1,
      version: 2,
    }
    const clean = { id: 1, start: 5000, end: 9999, fee: 250, kind: 'fixed', active: true, version: 2 }
    expect(z.decode(charge, { ...wire, extra: 1, ['__proto__']: { admin: true } } as never)).toEqual(clean)
    expect(z.encode(charge, clean as never)).toEqual(wire)
  })

  test('report what is wrong under the name that was sent', () => {
    const { request } = api.charges.add
    expect(
      messages(request, {
        start_amount: 'x',
        end_amount: 5,
        commision_amount: 1,
        amount_type: 'fixed',
        status: 2,
      }),
    ).toEqual(['start_amount: Start amount must be a number', 'status: Status must be 1 or 0'])
  })

  test('leave an optional field out when it was not sent', () => {
    const one = fields({ name: ['wire_name', z.optional(z.string())] })
    expect(z.decode(one, {})).toEqual({})
    expect(z.encode(one, {})).toEqual({})
  })

  test.each(['0', '-1', '1.5', 'x', [1], {}, true, 0, 1e15])('%j is not an id', (given) => {
    expect(messages(id('User'), given)).toEqual([': User is not valid'])
  })

  test('a day in a form is required or malformed, each with its own text', () => {
    expect(messages(day('Date is required', 'Not a date'), 'tomorrow')).toEqual([': Not a date'])
    expect(messages(day('Date is required'), null)).toEqual([': Date is required'])
  })
})

test.each([[null], [[]], [{}]])('U-06 %j means that there is nothing', (given) => {
  const one = orNone(fields({ name: z.string() }))
  expect(z.decode(one, given as never)).toBeNull()
  expect(z.decode(one, { name: 'Fatou' })).toEqual({ name: 'Fatou' })
  expect(z.safeDecode(one, 'x' as never).success).toBe(false)
})

test('CP-11 a token is written in blocks of four', () => {
  expect(formatToken('48216093375501847726')).toBe('4821 6093 3755 0184 7726')
})

test('a refusal has our field names, not those of the wire', () => {
  const call = endpoint({
    method: 'POST',
    path: 'addCashPowerCharges',
    access: 'admin',
    request: fields({ start: ['start_amount', gmd], note: z.string() }),
    response: done,
  })
  const errors = { start_amount: ['Start amount is required'], note: ['Note is required'], other: ['No'] }
  const read = () => readAnswer(call, 422, { message: 'Start amount is required', errors })
  expect(read).toThrow(
    expect.objectContaining({
      errors: { start: ['Start amount is required'], note: ['Note is required'], other: ['No'] },
    }),
  )
})
