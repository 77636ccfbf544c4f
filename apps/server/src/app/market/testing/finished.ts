import type { EpisodeEnd, FinishedEpisode, Mode } from '@makas/domain'

export type Life = {
  readonly route?: string
  readonly mode?: Mode
  readonly openedAt?: number
  /** How long it lasted, or was observed, ms. */
  readonly ms?: number
  readonly end?: EpisodeEnd
  readonly forecast?: Partial<FinishedEpisode['forecast']>
}

/** A finished episode; a test gives only the fields that it is about. */
export function finished({
  route = 'spot.SOL-USDT.okx.binance',
  mode = 'spot',
  openedAt = 1_000_000,
  ms = 500,
  end = { kind: 'ended' },
  forecast = {},
}: Life = {}): FinishedEpisode {
  return {
    route,
    mode,
    openedAt,
    closedAt: openedAt + ms,
    end,
    size: '1.5',
    path: [[0, 0.41]],
    maxRoi: 0.5,
    lastRoi: 0.2,
    forecast: { share: 0.9, basis: 'prior', latencyMs: 20, ...forecast },
  }
}
