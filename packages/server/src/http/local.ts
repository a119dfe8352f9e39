// Whether a request comes from this machine itself. The demo shows its outbox, with the links that sign people in, only
// there.
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * With any port. Another name may lead to this machine too, and a page that a browser here has loaded under it could
 * read our answers.
 */
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** As the client wrote it, and as a trusted proxy reports it: a page can write the proxy's header, but not its own host. */
const isAskedAsLocal = ({ headers, host }: FastifyRequest): boolean =>
  [headers.host, host].every((name) => name !== undefined && LOCAL_HOST.test(name))

/**
 * A proxy on this machine forwards requests from others. A trusted one says from whom, which is then the request's
 * address. Any other one is not believed, but its header shows that there is a proxy.
 */
export function isLocal(request: FastifyRequest): boolean {
  const { headers, ip, socket } = request
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => name in headers)
  const isNamed = request.ips !== undefined && request.ips.length > 1
  const isFromHere = isLoopback(socket.remoteAddress) && isLoopback(ip) && (!isForwarded || isNamed)
  return isFromHere && isAskedAsLocal(request)
}
