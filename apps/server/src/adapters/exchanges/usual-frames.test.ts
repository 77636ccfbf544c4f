import { EXCHANGES, FrameApplier, type MarketKind } from '@makas/domain'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startSimulator } from '../../simulator/index.ts'
import { FeedRig } from './testing/feed-rig.ts'
import { trading } from './testing/market-rig.ts'

const MARKETS: readonly MarketKind[] = ['spot', 'perp']
/** Least share of usual frames; the first change after a REST book and one with new decimals are none. */
const LEAST_SHARE = 0.9
const LEAST_CHANGES = 300

const apply = vi.spyOn(FrameApplier.prototype, 'apply')
const replace = vi.spyOn(FrameApplier.prototype, 'replace')
afterAll(() => vi.restoreAllMocks())
const readBy = ({ mock }: typeof apply | typeof replace) =>
  mock.results.filter(({ value }) => value !== 'unread').length

describe.each(EXCHANGES)('%s', (exchange) => {
  test.each(MARKETS)('nearly all frames of its %s books are read in one go, snapshots too', async (market) => {
    const simulator = await startSimulator({ seed: 1, symbols: 20, port: 0, speed: 5, limits: false })
    const rig = new FeedRig({ exchange, market, origin: simulator.origin })
    vi.clearAllMocks()
    try {
      await rig.startWith(trading(10))
      const total = (count: 'applications' | 'snapshots') => rig.books.reduce((sum, slot) => sum + slot[count], 0)
      const before = total('applications')
      apply.mockClear()
      await rig.until('changes', () => total('applications') - before >= LEAST_CHANGES)
      expect(readBy(apply) / (total('applications') - before)).toBeGreaterThan(LEAST_SHARE)
      expect(readBy(replace)).toBe(total('snapshots'))
    } finally {
      await rig.stop()
      await simulator.stop()
    }
  })
})
