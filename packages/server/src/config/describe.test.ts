import { expect, test } from 'vitest'
import { describeSettings } from './describe.ts'

const show = (name: string, given: string) =>
  describeSettings({ [name]: given }).find((setting) => setting.name === name)?.value

test.each([
  ['https://vend.example.gm/api', 'https://vend.example.gm/api'],
  ['https://us:canary@vend.example.gm/api', 'https://hidden@vend.example.gm/api'],
  ['https://us:canary@canary@vend.example.gm', 'https://hidden@vend.example.gm'],
  ['HTTPS:/us:canary@vend.example.gm', 'hidden@vend.example.gm'],
  ['https://vend.example.gm/api?key=canary', 'https://vend.example.gm/api?hidden'],
  ['https://vend.example.gm/api#canary', 'https://vend.example.gm/api#hidden'],
  ['https://vend.example.gm/api?key=me@canary', 'hidden'],
])('an address is shown without who goes there and what its query says: %s', (given, shown) => {
  for (const name of ['FLEXPOWER_UTILITY_URL', 'FLEXPOWER_SMS_URL', 'FLEXPOWER_BACKUP_S3_ENDPOINT'])
    expect(show(name, given)).toBe(shown)
})

test.each([
  ['postgres://us:canary@one,two/books', 'postgres://hidden@one,two/books'],
  ['postgres://us:can#ary@one/books', 'hidden'],
  ['postgres://one/books?password=canary', 'hidden'],
  ['canary', 'hidden'],
])('an address of a database is shown without what may be its password: %s', (given, shown) => {
  for (const name of ['DATABASE_URL', 'FLEXPOWER_DATABASE_DIRECT_URL', 'FLEXPOWER_REPLICA_URL'])
    expect(show(name, given)).toBe(shown)
})

test('a password that looks like an address is a password, and other text is shown as it is', () => {
  expect(show('FLEXPOWER_UTILITY_PASSWORD', 'smtp://canary')).toBe('hidden')
  for (const [name, given] of [
    ['FLEXPOWER_MAIL_FROM', 'FlexPower <no-reply@example.gm>'],
    ['FLEXPOWER_OFFICES', 'Banjul: Shop #3, open?; Bakau: here'],
  ] as const)
    expect(show(name, given)).toBe(given)
})
