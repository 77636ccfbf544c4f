import type { LifetimeSource } from '../../app/ports/market/market-source.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { NewRoutes, RoutesSeen } from './messages.ts'

/** ms for which a route that was not found stays unknown, as long as a kept answer: no later point is told before. */
const KEPT_MS = 5_000
/** ms for which the routes are not read again after there was no answer: the archive is asked meanwhile. */
const SILENT_MS = 60_000
/** Known routes of a source, at most. A source with more may have points of any route. */
const MOST_ROUTES = 100_000

type Index = {
  readonly routes: Set<string>
  seen: RoutesSeen
  readAt: number
  /** When there was no answer last, ms. */
  silentAt: number
  reading: Promise<boolean> | null
}

/**
 * The routes of which the archive has points, so that it is not asked about any other. What is new is read at most once
 * in five seconds, however many unknown routes are asked about.
 */
export class KnownRoutes {
  readonly #read: (source: LifetimeSource, seen: RoutesSeen) => Promise<NewRoutes | null>
  readonly #clock: Pick<Clock, 'now'>
  readonly #indexes = new Map<LifetimeSource, Index>()

  /** `read`: the routes in all that was not `seen` yet; null: there is no answer now. */
  constructor(
    read: (source: LifetimeSource, seen: RoutesSeen) => Promise<NewRoutes | null>,
    clock: Pick<Clock, 'now'>,
  ) {
    this.#read = read
    this.#clock = clock
  }

  /** Whether there may be points of a route; true also while nobody can tell. */
  async mayHave(source: LifetimeSource, route: string): Promise<boolean> {
    const index = this.#of(source)
    const isKnown = () => index.routes.has(route) || index.routes.size > MOST_ROUTES
    if (isKnown()) return true
    const now = this.#clock.now()
    if (Math.abs(now - index.readAt) < KEPT_MS) return false
    if (Math.abs(now - index.silentAt) < SILENT_MS) return true
    index.reading ??= this.#learn(source, index).finally(() => {
      index.reading = null
    })
    return !(await index.reading) || isKnown()
  }

  #of(source: LifetimeSource): Index {
    const known = this.#indexes.get(source)
    if (known !== undefined) return known
    const seen = { segments: [], journals: {} }
    const made: Index = { routes: new Set(), seen, readAt: -Infinity, silentAt: -Infinity, reading: null }
    this.#indexes.set(source, made)
    return made
  }

  /** False where there was no answer. */
  async #learn(source: LifetimeSource, index: Index): Promise<boolean> {
    const now = this.#clock.now()
    const found = await this.#read(source, index.seen)
    if (found === null) {
      index.silentAt = this.#clock.now()
      return false
    }
    for (const route of found.routes) if (index.routes.size <= MOST_ROUTES) index.routes.add(route)
    index.seen = found.seen
    index.readAt = now
    return true
  }
}
