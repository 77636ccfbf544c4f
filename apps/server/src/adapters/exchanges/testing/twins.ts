import { type BookSlot, FrameApplier } from '@makas/domain'
import { expect, vi } from 'vitest'
import type { ExchangeProtocol } from '../../../app/ports/market/exchange-reader.ts'
import { type Line, levelsOf, ReaderRig } from './recorded.ts'

/** The compared fields of a book, with its levels. */
function known(slot: BookSlot): unknown {
  const { frames, applications, version, checksumMatches, checksumMismatches, sequenceGaps, resyncs, snapshots } = slot
  const { receivedAt, eventTime, seq, validity, lossReason, isCrossed, isSynchronised, ageLimitMs, book } = slot
  return {
    ...{ frames, applications, version, checksumMatches, checksumMismatches, sequenceGaps, resyncs, snapshots },
    ...{ receivedAt, eventTime, seq, validity, lossReason, isCrossed, isSynchronised, ageLimitMs },
    scale: [book.priceDecimals, book.sizeDecimals],
    levelsSet: book.levelsSet,
    levels: levelsOf(slot),
  }
}

/** The best prices of both sides, null for an empty one. */
export const tops = ({ book }: BookSlot) =>
  [book.bids, book.asks].map((side) => (side.count === 0 ? null : side.priceAt(0) / 10 ** book.priceDecimals))

const replace = vi.spyOn(FrameApplier.prototype, 'replace')

/**
 * Two readers of the same frames: those of `careful` begin with a space, which no usual frame has, so that it reads all
 * of them by the general parser.
 */
export class Twins {
  readonly usual: ReaderRig
  readonly careful: ReaderRig
  /** Frames that the core applied, and, of them, those that moved no best price. */
  followed = 0
  still = 0
  /** Snapshots that the core applied. */
  replaced = 0

  constructor(protocol: ExchangeProtocol) {
    this.usual = new ReaderRig(protocol)
    this.careful = new ReaderRig(protocol)
  }

  open(market: 'spot' | 'perp', symbol: string, channels: readonly string[]): void {
    for (const rig of [this.usual, this.careful]) rig.open(market, symbol, channels)
  }

  /** Opens the deepest book of each instrument. */
  openAll(lines: readonly Line[]): void {
    for (const rig of [this.usual, this.careful]) rig.openAll(lines)
  }

  read(url: string, bytes: Uint8Array, now: number): void {
    const { usual, careful } = this
    const before = new Map([...usual.slots.values()].map((slot) => [slot.symbol, tops(slot)]))
    usual.isTopMoved = undefined
    replace.mockClear()
    usual.readBytes(url, bytes, now)
    this.replaced += replace.mock.results.filter(({ value }) => value === 'replaced').length
    replace.mockClear()
    careful.readBytes(url, Buffer.concat([Buffer.from(' '), bytes]), now)
    expect(replace.mock.results.filter(({ value }) => value !== 'unread')).toEqual([])
    const heard = usual.heard()
    expect(heard).toEqual(careful.heard())
    expect(careful.isTopMoved).toBeUndefined()
    if (usual.isTopMoved === undefined) return
    this.followed++
    if (usual.isTopMoved) return
    this.still++
    const [first] = heard
    for (const slot of usual.slots.values())
      if (first?.kind === 'touched' && slot.symbol === first.symbol) expect(tops(slot)).toEqual(before.get(slot.symbol))
  }

  compare(): void {
    for (const [name, slot] of this.usual.slots)
      expect([name, known(slot)]).toEqual([name, known(this.careful.slots.get(name) as BookSlot)])
  }
}
