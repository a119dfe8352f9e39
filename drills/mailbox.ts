// Where messages arrive in a drill: a provider that accepts every SMS, as Africa's Talking does, and a mail server that
// accepts every mail. They count what they accept, and can be told to leave the next one unanswered.
import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

export interface Phones {
  url: string
  port: number
  /** How many messages were accepted. */
  taken(): number
  /** Called when a message arrives, which then gets no answer. */
  onNext(strike: (() => void) | null): void
  close(): void
}

export async function openPhones(): Promise<Phones> {
  let taken = 0
  let next: (() => void) | null = null
  const server = createHttp((request, response) => {
    request.resume().on('end', () => {
      taken += 1
      if (next) return next()
      response.setHeader('content-type', 'application/json')
      response.end('{"SMSMessageData":{"Recipients":[{"statusCode":101,"status":"Success"}]}}')
    })
  })
  const port = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    taken: () => taken,
    onNext: (strike) => {
      next = strike
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export interface Mailbox {
  port: number
  taken(): number
  close(): void
}

/** As much SMTP as is needed to receive a mail. */
export async function openMailbox(): Promise<Mailbox> {
  let taken = 0
  const server = createServer((socket) => {
    let isLetter = false
    socket.on('error', () => {}).write('220 drill\r\n')
    socket.on('data', (bytes) => {
      const text = String(bytes)
      if (isLetter) {
        if (!text.endsWith('\r\n.\r\n')) return
        isLetter = false
        taken += 1
        socket.write('250 taken\r\n')
      } else if (text.startsWith('DATA')) {
        isLetter = true
        socket.write('354 go on\r\n')
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 drill\r\n')
    })
  })
  return { port: await listening(server), taken: () => taken, close: () => void server.close() }
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
