import type { MessagePort } from 'node:worker_threads'
import { MODES } from '@makas/domain'
import type { MarketEngine } from '../../apps/server/src/app/market/engine/market-engine.ts'
import { EngineLoop, TICK_EVERY_MS } from '../../apps/server/src/app/market/engine-loop.ts'
import { LifetimesRecorder } from '../../apps/server/src/app/market/lifetimes/lifetimes-recorder.ts'
import { Publishing, type ShownMarket } from '../../apps/server/src/app/market/publish/publishing.ts'
import type { OwnBooks } from './own-books.ts'

/** Time between two states frozen for visitors, with their evidence; `LIMITS.visitorFreezeMs` of the contract. */
const FREEZE_MS = 5_000

/**
 * Does what the server's engine thread does beside reading frames: ticks, publications and evidence in time slices
 * between the frames. Published states go to `states`.
 */
export function runEngineThread(books: OwnBooks, states: MessagePort): void {
  const engine = books.engine as MarketEngine
  const now = () => books.now
  const recorder = new LifetimesRecorder({ store: null, log: () => undefined })
  const shown = (): ShownMarket => ({
    engine,
    feeds: [],
    changes: new Map(),
    source: 'demo',
    outlookOf: recorder.outlookOf,
    isDeciding: false,
    spotCap: () => null,
    isKeysMarket: false,
    now: books.now,
  })
  const recorders = { live: recorder, demo: recorder }
  const publishing = new Publishing((message) => states.postMessage(message), shown, books.now, recorders)
  const loop = new EngineLoop({
    work: function* () {
      yield* engine.ticking(books.now)
      yield* engine.evaluatingDeferred(now)
    },
    publishing,
    hasMarket: () => true,
    now,
    stopwatch: () => performance.now(),
    later: (run) => void setImmediate(run),
  })
  // A row that closes leaves the list at once.
  books.onFinding = (event) => {
    if (event.event !== 'closed') return
    publishing.closed(event)
    loop.publishSoon()
  }
  publishing.viewers(MODES)
  setInterval(() => loop.tick(), TICK_EVERY_MS)
  setInterval(() => publishing.answer({ kind: 'freeze' }, books.now), FREEZE_MS)
}
