import { expect, test } from 'vitest'
import { silentIn, silentPeers } from './silent-peers.ts'

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'

test('[C2] a peer that acknowledges nothing shows by the kernel’s retransmissions', () => {
  const lines = [
    '   0: 0100007F:A079 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1739 1 0 100 0 0 10 0',
    '   4: 0100007F:A079 0200090A:8F05 01 000432F8:00000000 01:00000118 00000005     0        0 1741 2 0 652 4 31 1 -1',
    '   5: 0100007F:A079 0200090A:97F1 01 000432F8:00000000 01:000000FE 00000003     0        0 1742 2 0 652 4 31 1 -1',
    '   6: 0100007F:A079 0200090A:97F2 04 000432F8:00000000 01:000000FE 00000009     0        0 1742 2 0 652 4 31 1 -1',
  ]
  expect([...silentIn(HEAD + lines.join('\n'), 'ipv4')]).toEqual(['10.9.0.2 36613'])
})

test.each([
  ['0000000000000000FFFF00000200090A', '::ffff:10.9.0.2'],
  ['B80D0120000000000000000001000000', '2001:db8::1'],
  ['00000000000000000000000001000000', '::1'],
])('an address of sixteen bytes reads as Node writes it: %s', (hex, address) => {
  const line = `   1: ${hex}:0BB8 ${hex}:D431 01 00000010:00000000 01:00000118 00000004     0        0 9 2 0 0 0 0 0 0`
  expect([...silentIn(HEAD + line, 'ipv6')]).toEqual([`${address} 54321`])
})

test('of this machine itself there is nothing to say', async () => {
  expect((await silentPeers()).size).toBeLessThan(1_000)
})
