import { afterEach, expect, test, vi } from 'vitest'
import { FaultInjector } from '../../../faults/fault-injector.ts'
import { Market } from '../../../market/market.ts'
import type { Connection } from '../../../wire/connection.ts'
import type { Context } from '../../../wire/front.ts'
import { BinanceUsdm } from './usdm-front.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000

afterEach(() => vi.useRealTimers())

test('a ping every three minutes; a client that does not answer for ten is cut off, a client that answers is not', () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  const injector = new FaultInjector({})
  const market = new Market({ seed: 1, symbols: 1 })
  const context = { market, injector, accounts: [], limits: true, wall: () => Date.now() }
  const usdm = new BinanceUsdm(context as unknown as Context)
  const opened = () => {
    const calls = { openedAt: NOW, ping: vi.fn(), close: vi.fn() }
    usdm.opened(calls as unknown as Connection, 'public', '/ws', new URLSearchParams())
    return calls
  }
  const [silent, awake] = [opened(), opened()]
  const pass = (ms: number) => {
    vi.setSystemTime(NOW + ms)
    usdm.second(NOW + ms)
  }
  pass(3 * MINUTE - 1)
  expect(silent.ping).not.toHaveBeenCalled()
  for (const minutes of [3, 6, 9]) {
    pass(minutes * MINUTE)
    usdm.controlFrame(awake as unknown as Connection)
  }
  expect(silent.ping).toHaveBeenCalledTimes(3)
  pass(10 * MINUTE)
  expect(silent.close).not.toHaveBeenCalled()
  pass(10 * MINUTE + 1)
  expect(silent.close).toHaveBeenCalledWith(1008, 'Pong timeout')
  expect(awake.close).not.toHaveBeenCalled()
})
