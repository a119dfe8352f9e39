import { expect, test } from 'vitest'
import { parseSite } from './site.ts'

test('P-03 the page shows the names that the server wrote', () => {
  const written = { companyName: 'Kombo Power Ltd', phones: ['1', '2'], demo: true }
  expect(parseSite(JSON.stringify(written))).toMatchObject({ ...written, productName: 'FlexPower' })
})

test.each([null, '', '%SITE%', '"text"', 'null'])(
  'a page without them (%s) shows the defaults',
  (content) => {
    expect(parseSite(content)).toMatchObject({ productName: 'FlexPower', utilityName: 'NAWEC', demo: false })
  },
)
