import type { EngineReason, Status } from '@makas/contract'
import type { MarketSource } from '../../app/ports/market/market-source.ts'

/** The status before the engine has said anything. */
export function firstStatus(source: MarketSource | null, startedAt: number, now: number): Status {
  return {
    source,
    as_of: new Date(now).toISOString(),
    started_at: new Date(startedAt).toISOString(),
    engine: { state: 'starting', reason: source === null ? 'choosing-source' : 'proving-books' },
    exchanges: [],
  }
}

/** The engine's last status while the engine is lost. No feed counts as live. */
export function statusWithoutEngine(status: Status, reason: EngineReason, now: number): Status {
  return {
    ...status,
    as_of: new Date(now).toISOString(),
    engine: { state: 'down', reason },
    exchanges: status.exchanges.map((exchange) => ({
      ...exchange,
      state: 'down',
      reason,
      books_live: 0,
      age_p50_ms: null,
      age_p99_ms: null,
    })),
  }
}

/** Changes only with states and reasons, which viewers are sent at once, not with ages and counts. */
export function statusMark({ source, engine, exchanges }: Status): string {
  const states = exchanges.map(({ id, state, reason }) => `${id} ${state} ${reason}`)
  return [source, engine.state, engine.reason, ...states].join('|')
}
