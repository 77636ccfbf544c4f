import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { DemoMarket } from '../../app/ports/market/demo-market.ts'
import { SimulatorThread } from './simulator-thread.ts'

class FakeThread extends EventEmitter {
  isTerminated = false

  async terminate(): Promise<number> {
    this.isTerminated = true
    return 0
  }
}

function threads() {
  const spawned: FakeThread[] = []
  const ready: DemoMarket[] = []
  const simulator = new SimulatorThread(() => {
    const thread = new FakeThread()
    spawned.push(thread)
    return thread as never
  })
  return { spawned, ready, simulator, start: () => simulator.start((market) => ready.push(market)) }
}
const MARKET = { origin: 'http://127.0.0.1:1' } as DemoMarket

test('a market that was ended before it served is ended, and never joined', async () => {
  const { spawned, ready, simulator, start } = threads()
  start()
  await simulator.end()
  expect(spawned.map(({ isTerminated }) => isTerminated)).toEqual([true])
  spawned[0]?.emit('message', MARKET)
  spawned[0]?.emit('error', new Error('ended while it started'))
  expect(ready).toEqual([])
})

test('one thread at a time, whose market is joined once and whose failure is the engine’s', async () => {
  const { spawned, ready, simulator, start } = threads()
  start()
  start()
  spawned[0]?.emit('message', MARKET)
  expect([spawned.length, ready]).toEqual([1, [MARKET]])
  expect(() => spawned[0]?.emit('error', new Error('planted'))).toThrow('planted')
  await simulator.end()
  start()
  expect(spawned.length).toBe(2)
})
