// Puts virtual time and a virtual network under the simulated exchanges and the feeds. A test file imports this before
// everything else; all code above the sockets is the product's own.
import { vi } from 'vitest'

// An hour of virtual time may take long on a busy machine.
vi.setConfig({ testTimeout: 3_600_000 })

vi.mock(import('../../../simulator/clock.ts'), async (original) => {
  const { virtualTime } = await import('./virtual-time.ts')
  return {
    ...(await original()),
    wallMs: () => virtualTime.now(),
    every: (ms: number, run: () => void) => virtualTime.every(ms, run),
    after: (ms: number, run: () => void) => virtualTime.after(ms, run),
  }
})

vi.mock(import('../../../simulator/wire/gateway.ts'), async () => {
  const { VirtualGateway } = await import('./virtual-network.ts')
  return { Gateway: VirtualGateway as never }
})

vi.mock(import('../../../adapters/exchanges/_shared/socket/socket.ts'), async () => {
  const { openVirtualSocket } = await import('./virtual-network.ts')
  return { openSocket: openVirtualSocket }
})

vi.mock(import('../../../adapters/exchanges/_shared/rest/http-get.ts'), async () => {
  const { virtualGet } = await import('./virtual-network.ts')
  return { httpGet: virtualGet }
})
