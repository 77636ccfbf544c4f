import type { ExchangeStatus, FeedState, Status } from '@makas/contract'

/**
 * Whether the market's figures are being renewed. `lost`: the server's engine is not heard, so that nothing is known of
 * any exchange; `down`: none of the exchanges can be reached; `waiting`: no book is proven yet, or any more.
 */
export type Flow = 'flowing' | 'waiting' | 'lost' | 'down'

/** The market's flow by the status, the same on every page. A page that has read no status yet trusts its own calls. */
export function flowOf(status: Status | undefined): Flow {
  if (status === undefined) return 'flowing'
  const { engine, exchanges } = status
  if (engine.reason === 'engine-restarting' || engine.reason === 'engine-stopped') return 'lost'
  if (exchanges.length > 0 && exchanges.every(({ state }) => state === 'down')) return 'down'
  return engine.state === 'ready' ? 'flowing' : 'waiting'
}

/** The state of an exchange's feed; null where it is not known, though the server then calls it down. */
export const feedStateOf = (status: Status, { state }: ExchangeStatus): FeedState | null =>
  flowOf(status) === 'lost' ? null : state
