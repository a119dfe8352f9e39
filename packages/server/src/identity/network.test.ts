import { expect, test } from 'vitest'
import { readNetwork } from './network.ts'

test.each([
  ['10.8.8.8', '10.8.8.8'],
  ['::ffff:10.8.8.8', '10.8.8.8'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:7::', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, network) => {
  expect(readNetwork(address)).toBe(network)
})
