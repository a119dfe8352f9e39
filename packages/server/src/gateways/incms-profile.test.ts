import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../config/config.ts'
import { profiles, readProfileFile, renameFields, resolveProfile } from './incms-profile.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flexpower-profile-'))
})

afterAll(() => rm(folder, { recursive: true }))

const access = {
  FLEXPOWER_UTILITY_URL: 'https://vending.example.gm',
  FLEXPOWER_UTILITY_VENDOR: '1042',
  FLEXPOWER_UTILITY_USER: 'flexpower',
  FLEXPOWER_UTILITY_PASSWORD: 'secret',
  FLEXPOWER_UTILITY_CLIENT: 'flexpower:secret',
}

async function file(content: unknown): Promise<string> {
  const path = join(folder, 'utility.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const configured = (settings: Record<string, string>) => {
  const { utility } = parseConfig({ ...access, ...settings })
  if (utility === null) throw new Error('no utility')
  return resolveProfile(utility)
}

describe('the profile of a utility', () => {
  test('is NAWEC’s unless another one is configured', () => {
    expect(configured({})).toEqual(profiles.nawec)
    expect(configured({ FLEXPOWER_UTILITY_PROFILE: 'edsa' })).toEqual(profiles.edsa)
  })

  test('takes tenant, scope and version from their own settings, also an empty tenant', () => {
    const settings = {
      FLEXPOWER_UTILITY_TENANT: '',
      FLEXPOWER_UTILITY_SCOPE: 'vending',
      FLEXPOWER_UTILITY_VERSION: '1.0.2',
    }
    expect(configured(settings)).toMatchObject({ tenant: '', scope: 'vending', version: '1.0.2' })
  })

  test('can be a file that says only what differs', async () => {
    const path = await file({
      like: 'ekedc',
      paths: { sell: 'venPayment/2.0/pay' },
      criteria: { meter: 'MR' },
      fields: { customerName: ['fullName'] },
    })
    expect(configured({ FLEXPOWER_UTILITY_PROFILE: path })).toEqual({
      ...profiles.ekedc,
      paths: { ...profiles.ekedc.paths, sell: 'venPayment/2.0/pay' },
      criteria: { ...profiles.ekedc.criteria, meter: 'MR' },
      fields: { ...profiles.ekedc.fields, customerName: ['fullName'] },
    })
  })

  test.each([
    [
      'a name that nobody knows',
      async () => 'umeme',
      'must be nawec, edsa, ekedc or the path of a .json file',
    ],
    ['a file that is not there', async () => '/nowhere/utility.json', 'is not a file of JSON'],
    ['a file that is no JSON', () => file('{'), 'is not a file of JSON'],
    ['a misspelt key', () => file({ scopes: 'x' }), 'scopes is not known.'],
    ['questions that would be sales', () => file({ style: 'body' }), 'a question would be a sale'],
    ['a value of another kind', () => file({ pageSize: 'many' }), 'pageSize'],
  ])('is refused at the start with a sentence: %s', async (_, given, words) => {
    const profile = await given()
    expect(() => configured({ FLEXPOWER_UTILITY_PROFILE: profile })).toThrow(words)
  })

  test.each(['venPayment/{version}/makePayment?x=1', 'a/../venPayment', 'a%2Fb', 'a;b', 'a#b', ''])(
    'is refused with a path that is not plain, because it may be a path that sells: %j',
    async (preview) => {
      const profile = await file({ paths: { preview } })
      expect(() => configured({ FLEXPOWER_UTILITY_PROFILE: profile })).toThrow('paths.preview is not valid')
    },
  )

  test('is refused as a file with the same text', async () => {
    const path = await file({ paths: { sel: '' } })
    expect(() => readProfileFile(path)).toThrow('paths')
  })
})

describe('an answer', () => {
  test('is read out of its envelope and under our names, one record or many', () => {
    const { fields } = profiles.nawec
    expect(renameFields({ data: { name: 'Awa' } }, fields)).toMatchObject({ customerName: 'Awa' })
    expect(renameFields([{ name: 'Awa', customerName: ' ' }], fields)).toMatchObject([{ customerName: ' ' }])
    expect(renameFields({ customerName: 'Awa', name: 'Other' }, fields)).toMatchObject({
      customerName: 'Awa',
    })
    expect(renameFields(null, fields)).toBeNull()
    expect(renameFields('text', fields)).toBe('text')
  })
})
