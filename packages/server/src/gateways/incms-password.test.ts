import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startUtility, type Utility } from '@flexpower/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIncms, type Incms } from './incms.ts'
import { faceNames } from './testing/counter.ts'

describe.each(faceNames)('on the face %s,', (face) => {
  let dataDir: string
  let utility: Utility
  let incms: Incms

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'flexpower-password-'))
    utility = await startUtility({ dataDir, face })
    incms = createIncms(utility.access)
  })

  afterEach(async () => {
    await incms.close()
    await utility.close()
    await rm(dataDir, { recursive: true })
  })

  const DONE = { kind: 'accepted', value: null }
  const isLoggedIn = async () => {
    utility.control.expireTokens()
    return (await incms.vendorInfo()).kind === 'accepted'
  }

  test('a changed password is used from then on, and survives a restart of the utility', async () => {
    expect(await incms.changePassword('another-password')).toEqual(DONE)
    expect(await isLoggedIn()).toBe(true)
    await utility.close()
    utility = await startUtility({ dataDir, face })
    expect(await isLoggedIn()).toBe(true)
    expect(await incms.adoptPassword('demo-vendor-password')).toMatchObject({ kind: 'refused' })
    expect(await isLoggedIn()).toBe(true)
  })

  test('a refused password changes nothing, and its refusal does not quote it', async () => {
    utility.control.failNext('changePassword', {
      status: 400,
      body: '{"code":"P","msgUser":"canary-new is like canary-old"}',
    })
    const other = createIncms(utility.access)
    expect(await other.changePassword('canary-new')).toMatchObject({
      kind: 'refused',
      message: '[hidden] is like canary-old',
    })
    await other.close()
    expect(await incms.changePassword('short')).toMatchObject({ kind: 'refused', code: 'PASSWORD_SHORT' })
    expect(await isLoggedIn()).toBe(true)
  })

  test('after a lost answer the login shows whether the password is the new one', async () => {
    utility.control.failNext('changePassword', 'server error', 'afterwards')
    expect(await incms.changePassword('new-password')).toEqual(DONE)
    utility.control.failNext('changePassword', 'server error')
    expect(await incms.changePassword('never-arrived')).toMatchObject({ kind: 'unknown' })
    expect(await isLoggedIn()).toBe(true)
  })

  test('a reset password is mailed by the utility, and used once it is entered', async () => {
    expect(await incms.resetPassword('100200', 'stranger')).toMatchObject({ kind: 'refused' })
    expect(await incms.resetPassword('100200', 'flexpower')).toEqual(DONE)
    expect(await isLoggedIn()).toBe(false)
    const page = await (await fetch(utility.access.url)).text()
    const [, mailed = ''] = /new password is <code>([^<]+)/.exec(page) ?? []
    expect(await incms.adoptPassword(mailed)).toEqual(DONE)
    expect(await isLoggedIn()).toBe(true)
  })
})
