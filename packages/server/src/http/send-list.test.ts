import { once } from 'node:events'
import { connect } from 'node:net'
import { api, API_BASE, CLIENT_TOKEN_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const admin = await world.signIn({ type: 'Admin' })

test('a client that asks for whole lists and does not read them keeps nobody else waiting', async () => {
  // Far more than the system buffers of an unread answer.
  await world.db
    .insertInto('contact_message')
    .values(
      Array.from({ length: 3_000 }, (_, at) => ({
        name: `Visitor ${at}`,
        email: 'visitor@example.gm',
        message: 'x'.repeat(4_000),
        created_at: world.clock.now(),
        address: '',
      })),
    )
    .execute()
  const { hostname, port } = new URL(world.address)
  const request = [
    `GET ${API_BASE}contact-messages HTTP/1.1`,
    `host: ${hostname}`,
    `${CLIENT_TOKEN_HEADER}: ${world.context.config.clientAccessToken}`,
    `${SESSION_TOKEN_HEADER}: ${admin.token}`,
    '\r\n',
  ].join('\r\n')
  const idle = Array.from({ length: 8 }, () => connect(Number(port), hostname).pause())
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  for (const socket of idle) socket.write(request)
  for (let round = 0; round < 20; round += 1) {
    const { rows } = await admin.call(api.contact.messages.window, { limit: 1 })
    expect(rows).toHaveLength(1)
  }
  for (const socket of idle) socket.destroy()
})

test('a list counts for its user only until it ends, however it ends', async () => {
  // Two batches.
  await world.db.deleteFrom('contact_message').where('id', '>', 1_001).execute()
  await world.db.updateTable('contact_message').set({ message: 'x' }).execute()
  const { hostname, port } = new URL(world.address)
  const path = `${API_BASE}register`
  const head = [
    `host: ${hostname}`,
    `${CLIENT_TOKEN_HEADER}: ${world.context.config.clientAccessToken}`,
    `${SESSION_TOKEN_HEADER}: ${admin.token}`,
    '\r\n',
  ].join('\r\n')
  // One user may have begun 32 calls that read much.
  for (let round = 0; round < 33; round += 1) {
    const broken = connect(Number(port), hostname)
    await once(broken, 'connect')
    broken.write(`GET ${API_BASE}contact-messages HTTP/1.1\r\n${head}`)
    await once(broken, 'data')
    broken.destroy()
    expect((await admin.send('GET', path)).status).toBe(200)
  }
})
