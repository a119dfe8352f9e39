import fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendFailure } from './failures.ts'
import { tooMany, tooManyToHold } from './waiting-room.ts'

test('ASVS 2.4.1 a call that cannot even be held back costs its connection, any other refusal does not', async () => {
  const app = fastify()
  app.setErrorHandler((error, request, reply) => sendFailure(error, null, request, reply))
  const refusals = { held: tooMany, beyond: tooManyToHold }
  for (const [name, refusal] of Object.entries(refusals))
    app.get(`/${name}`, () => {
      throw refusal
    })
  const ask = async (name: keyof typeof refusals) => {
    const { statusCode, headers, body } = await app.inject(`/${name}`)
    return { status: statusCode, retryAfter: headers['retry-after'], connection: headers.connection, body }
  }
  const held = await ask('held')
  expect(held).toMatchObject({ status: 503, retryAfter: '2', connection: 'keep-alive' })
  expect(await ask('beyond')).toEqual({ ...held, connection: 'close' })
})
