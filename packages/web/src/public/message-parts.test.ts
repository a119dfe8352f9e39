import { expect, test } from 'vitest'
import { splitMessage } from './message-parts.ts'

const linksIn = (body: string) =>
  splitMessage(body)
    .filter(({ isLink }) => isLink)
    .map(({ text }) => text)

test('URLs become links, without the punctuation that ends the sentence', () => {
  const body =
    'Hello,\n\nopen http://127.0.0.1:8080/password/reset/aB-9_x. (Or https://flexpower.gm/about)\nBye'
  expect(linksIn(body)).toEqual(['http://127.0.0.1:8080/password/reset/aB-9_x', 'https://flexpower.gm/about'])
  expect(
    splitMessage(body)
      .map(({ text }) => text)
      .join(''),
  ).toBe(body)
})

test('only a web URL becomes a link', () => {
  expect(
    linksIn('javascript:alert(1) data:text/html,x <a href="/x">x</a> https:// www.flexpower.gm'),
  ).toEqual([])
})
