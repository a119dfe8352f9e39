// Under what an address is counted. Whoever has one IPv6 address has all of its /64, which is 10^19 of them.
import { isIPv6 } from 'node:net'

const FOR_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const GROUPS_OF_NETWORK = 4

/** An IPv4 address is counted by itself. */
export function readNetwork(address: string): string {
  const inside = FOR_IPV4.exec(address)?.[1]
  if (inside !== undefined || !isIPv6(address)) return inside ?? address
  const [head = '', tail = ''] = address.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  // What `::` stands for; an address without it has all its groups in the first part.
  const zeros = Array.from({ length: GROUPS - first.length - last.length }, () => '0')
  const groups = [...first, ...zeros, ...last].slice(0, GROUPS_OF_NETWORK)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
