import type { BookFeed } from '../../ports/market/book-feed.ts'
import type { Metric } from '../../ports/system/metric.ts'
import type { MarketEngine } from '../engine/market-engine.ts'

/** The engine's current metrics; counters start at zero with the market source. */
export function engineMetrics(engine: MarketEngine, feeds: readonly BookFeed[], now: number): readonly Metric[] {
  const byExchange = feeds.map((feed) => {
    const slots = engine.slots.filter((slot) => slot.exchange === feed.exchange)
    const sum = (count: (slot: (typeof slots)[number]) => number) =>
      slots.reduce((total, slot) => total + count(slot), 0)
    return { status: feed.status(now), labels: { exchange: feed.exchange }, slots, sum }
  })
  const perExchange = (value: (one: (typeof byExchange)[number]) => number): Metric['samples'] =>
    byExchange.map((one) => ({ labels: one.labels, value: value(one) }))
  return [
    {
      name: 'makas_books',
      kind: 'gauge',
      help: 'Books kept',
      samples: perExchange(({ sum }) => sum(({ isWanted }) => (isWanted ? 1 : 0))),
    },
    {
      name: 'makas_books_live',
      kind: 'gauge',
      help: 'Books proven and fresh',
      samples: perExchange(({ slots }) => slots.filter((slot) => slot.isLive(now)).length),
    },
    {
      name: 'makas_book_frames_total',
      kind: 'counter',
      help: 'Book frames read',
      samples: perExchange(({ sum }) => sum((slot) => slot.frames)),
    },
    {
      name: 'makas_book_gaps_total',
      kind: 'counter',
      help: 'Sequence gaps noticed',
      samples: perExchange(({ sum }) => sum((slot) => slot.sequenceGaps)),
    },
    {
      name: 'makas_book_checksum_failures_total',
      kind: 'counter',
      help: 'Checksums that failed',
      samples: perExchange(({ sum }) => sum((slot) => slot.checksumMismatches)),
    },
    {
      name: 'makas_book_resyncs_total',
      kind: 'counter',
      help: 'Lost books made valid again',
      samples: perExchange(({ sum }) => sum((slot) => slot.resyncs)),
    },
    {
      name: 'makas_feed_reconnects_total',
      kind: 'counter',
      help: 'Connections opened again',
      samples: perExchange(({ status }) => status.reconnects),
    },
    {
      name: 'makas_feed_refused_frames_total',
      kind: 'counter',
      help: 'Frames not accepted',
      samples: perExchange(({ status }) => status.refusedFrames),
    },
    {
      name: 'makas_feed_bans_total',
      kind: 'counter',
      help: 'Answers 429 and 418',
      samples: perExchange(({ status }) => status.bans),
    },
    {
      name: 'makas_opportunities',
      kind: 'gauge',
      help: 'Rows listed',
      samples: Object.entries(engine.openByMode).map(([mode, value]) => ({ labels: { mode }, value })),
    },
    {
      name: 'makas_gaps_rejected',
      kind: 'gauge',
      help: 'Gaps that are no row now, by reason',
      samples: Object.entries(engine.rejected).map(([reason, value]) => ({ labels: { reason }, value })),
    },
  ]
}
