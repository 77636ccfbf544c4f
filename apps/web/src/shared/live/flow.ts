import type { ExchangeStatus, FeedState, Status } from '@makas/contract'

/**
 * Whether the market's figures are being renewed. `lost`: the server does not hear its engine, so nothing is known
 * about any exchange. `down`: no exchange can be reached. `waiting`: no book is proven.
 */
export type Flow = 'flowing' | 'waiting' | 'lost' | 'down'

/** The market's flow by the status, the same on every page; `flowing` until a status is read. */
export function flowOf(status: Status | undefined): Flow {
  if (status === undefined) return 'flowing'
  const { engine, exchanges } = status
  if (engine.reason === 'engine-restarting' || engine.reason === 'engine-stopped') return 'lost'
  if (exchanges.length > 0 && exchanges.every(({ state }) => state === 'down')) return 'down'
  return engine.state === 'ready' ? 'flowing' : 'waiting'
}

/** The state of an exchange's feed; null without an engine, when the server calls every feed down. */
export const feedStateOf = (status: Status, { state }: ExchangeStatus): FeedState | null =>
  flowOf(status) === 'lost' ? null : state
