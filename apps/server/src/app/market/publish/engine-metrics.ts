import type { BookFeed } from '../../ports/book-feed.ts'
import type { MarketEngine } from '../engine/market-engine.ts'

type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number }

/** The engine's own figures as Prometheus text; counters start with the market source. */
export function engineMetrics(engine: MarketEngine, feeds: readonly BookFeed[], now: number): string {
  const byExchange = feeds.map((feed) => {
    const slots = engine.slots.filter((slot) => slot.exchange === feed.exchange)
    const sum = (count: (slot: (typeof slots)[number]) => number) =>
      slots.reduce((total, slot) => total + count(slot), 0)
    return { status: feed.status(now), labels: { exchange: feed.exchange }, slots, sum }
  })
  const perExchange = (value: (one: (typeof byExchange)[number]) => number): Sample[] =>
    byExchange.map((one) => ({ labels: one.labels, value: value(one) }))
  return [
    metric(
      'makas_books',
      'gauge',
      'Books kept',
      perExchange(({ slots }) => slots.length),
    ),
    metric(
      'makas_books_live',
      'gauge',
      'Books proven and fresh',
      perExchange(({ slots }) => slots.filter((slot) => slot.isLive(now)).length),
    ),
    metric(
      'makas_book_frames_total',
      'counter',
      'Book frames read',
      perExchange(({ sum }) => sum((slot) => slot.frames)),
    ),
    metric(
      'makas_book_gaps_total',
      'counter',
      'Sequence gaps noticed',
      perExchange(({ sum }) => sum((slot) => slot.gaps)),
    ),
    metric(
      'makas_book_checksum_failures_total',
      'counter',
      'Checksums that failed',
      perExchange(({ sum }) => sum((slot) => slot.checksumsBad)),
    ),
    metric(
      'makas_book_resyncs_total',
      'counter',
      'Lost books made valid again',
      perExchange(({ sum }) => sum((slot) => slot.resyncs)),
    ),
    metric(
      'makas_feed_reconnects_total',
      'counter',
      'Connections opened again',
      perExchange(({ status }) => status.reconnects),
    ),
    metric(
      'makas_feed_refused_frames_total',
      'counter',
      'Frames not accepted',
      perExchange(({ status }) => status.refusedFrames),
    ),
    metric(
      'makas_feed_bans_total',
      'counter',
      'Answers 429 and 418',
      perExchange(({ status }) => status.bans),
    ),
    metric(
      'makas_opportunities',
      'gauge',
      'Rows listed',
      Object.entries(engine.openByMode).map(([mode, value]) => ({ labels: { mode }, value })),
    ),
    metric(
      'makas_gaps_rejected',
      'gauge',
      'Gaps that are no row now, by reason',
      Object.entries(engine.rejected).map(([reason, value]) => ({ labels: { reason }, value })),
    ),
  ].join('')
}

/** One figure in Prometheus' text form. */
export function metric(name: string, type: 'gauge' | 'counter', help: string, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}{${pairs.join(',')}} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}
