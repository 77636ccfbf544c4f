import type { Instrument } from '@makas/domain'

/**
 * Why an entry of an instrument list has no book. `unread`: the reader leaves such entries out (docs/exchanges, each
 * exchange's list); `not-needed`: no other exchange trades the pair, and no cycle or perpetual needs it.
 */
const LEFT_OUT_REASONS = ['unread', 'gone', 'inverse', 'unknown-coin', 'not-needed'] as const
export type LeftOut = {
  readonly why: (typeof LEFT_OUT_REASONS)[number]
  readonly count: number
  /** The name of the first instrument; null where the reader tells no name. */
  readonly example: string | null
}

/** Groups the entries of a list that have no book by reason; `isWanted`: the instrument's book is subscribed to. */
export function leftOut(
  entries: number,
  read: readonly Instrument[],
  isKnown: (instrument: Instrument) => boolean,
  isWanted: (instrument: Instrument) => boolean,
): readonly LeftOut[] {
  const reasonOf = (instrument: Instrument): LeftOut['why'] | null => {
    if (isWanted(instrument)) return null
    if (instrument.status === 'gone') return 'gone'
    if (instrument.inverse) return 'inverse'
    return isKnown(instrument) ? 'not-needed' : 'unknown-coin'
  }
  const reasons = read.map((instrument) => ({ why: reasonOf(instrument), symbol: instrument.symbol }))
  return LEFT_OUT_REASONS.flatMap((why) => {
    const those = reasons.filter((one) => one.why === why)
    const count = why === 'unread' ? Math.max(0, entries - read.length) : those.length
    return count === 0 ? [] : [{ why, count, example: those[0]?.symbol ?? null }]
  })
}
