import { expect, test } from 'vitest'
import { createBeats } from './beats.ts'

const passSeveral = (beats: { pass(): string[] }, times: number) =>
  Array.from({ length: times }, () => beats.pass()).flat()

test('whoever was not heard for that many beats is found, once', () => {
  const beats = createBeats<string>(30)
  beats.hear('a')
  expect(passSeveral(beats, 30)).toEqual([])
  expect(beats.pass()).toEqual(['a'])
  expect(passSeveral(beats, 100)).toEqual([])
})

test('whoever is slow, and heard now and then, is not missed, nor whoever has ended', () => {
  const beats = createBeats<string>(30)
  for (const name of ['slow', 'ended']) beats.hear(name)
  beats.forget('ended')
  for (let time = 0; time < 10; time += 1) {
    expect(passSeveral(beats, 29)).toEqual([])
    beats.hear('slow')
  }
})
