// Which hosts are machines of one's own: only on the way to those may something go unencrypted.
import { BlockList, isIP } from 'node:net'

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits)
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6')

const mapped = new BlockList()
mapped.addSubnet('::ffff:0.0.0.0', 96, 'ipv6')

/** An IPv4 address that is written as an IPv6 one: ::ffff:10.0.0.7. */
export const isMapped = (address: string): boolean => isIP(address) === 6 && mapped.check(address, 'ipv6')

/** An address in whatever way the system reads it, as the address that it is: 0 is 0.0.0.0. A name stays as it is. */
export function readHost(written: string): string {
  const bare = written.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 6 ? bare : (URL.parse(`http://${bare}`)?.hostname ?? bare)
}

/** A machine of one's own network: by its address, or by a name without a domain, as in compose.yaml. */
export function isPrivate({ hostname }: { hostname: string }): boolean {
  const host = readHost(hostname)
  const family = isIP(host)
  if (family === 0) return !host.includes('.')
  return privateNetworks.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
