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

/** A machine of one's own network: by its address, or by a name without a domain, as in compose.yaml. */
export function isPrivate({ hostname }: { hostname: string }): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  if (family === 0) return !hostname.includes('.')
  return privateNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
