import { byMode, type FinishedEpisode, type Mode } from '@makas/domain'
import { Lifetime } from './lifetime.ts'

/** Ended episodes of a route from which on its row says `measured` (formulas.md § 5). */
export const ENOUGH_OF_ROUTE = 30
/** The same for all episodes of a mode. */
export const ENOUGH_OF_MODE = 200
/** Newest episodes that a mode's curve is made of: older episodes say less of today's market. */
const KEPT_OF_MODE = 20_000
/** Newest episodes that a route's curve is made of. */
const KEPT_OF_ROUTE = 200
/**
 * Routes that are kept; beyond them the longest silent is dropped. At 16 bytes an episode, and as many again for its
 * curve, all routes together stay below 32 MB.
 */
const KEPT_ROUTES = 5_000

const newLifetime = () => new Lifetime(KEPT_OF_MODE)

/** How long opportunities of one market source last, by mode and by route. */
export class Lifetimes {
  #modes = byMode(newLifetime)
  /** Lifetimes by route, in the order of their latest episodes. */
  readonly #routes = new Map<string, { readonly mode: Mode; readonly lifetime: Lifetime }>()

  add(episode: FinishedEpisode): void {
    const { mode, route } = episode
    this.#modes[mode].add(episode)
    const known = this.#routes.get(route) ?? { mode, lifetime: new Lifetime(KEPT_OF_ROUTE) }
    known.lifetime.add(episode)
    this.#routes.delete(route)
    this.#routes.set(route, known)
    if (this.#routes.size <= KEPT_ROUTES) return
    for (const [oldest] of this.#routes) {
      this.#routes.delete(oldest)
      return
    }
  }

  clear(): void {
    this.#modes = byMode(newLifetime)
    this.#routes.clear()
  }

  mode(mode: Mode): Lifetime {
    return this.#modes[mode]
  }

  routes(): Iterable<readonly [id: string, { readonly mode: Mode; readonly lifetime: Lifetime }]> {
    return this.#routes
  }

  /** Null while too few of the route's own episodes have ended. */
  ofRoute(id: string): Lifetime | null {
    const known = this.#routes.get(id)
    return known !== undefined && known.lifetime.ended >= ENOUGH_OF_ROUTE ? known.lifetime : null
  }

  /** Null while too few of the mode's episodes have ended. */
  ofMode(mode: Mode): Lifetime | null {
    const lifetime = this.#modes[mode]
    return lifetime.ended >= ENOUGH_OF_MODE ? lifetime : null
  }
}
