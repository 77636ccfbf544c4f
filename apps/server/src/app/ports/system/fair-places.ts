import type { Shared } from './fair-queue.ts'

/** Somebody's place; `end` is called when it goes to another. */
type Place = { readonly end: () => void }

/**
 * Places that are kept for long, such as connections. A sharer has a limited number of them. Where all are taken, the
 * sharer with the most places loses the newest to a sharer with fewer.
 */
export class FairPlaces implements Shared {
  readonly #most: number
  readonly #mostOfSharer: number
  readonly #ofSharer = new Map<string, Place[]>()
  /** The sharers by the number of their places. */
  readonly #byCount = new Map<number, Set<string>>()
  /** Number of places of the sharer with the most. */
  #largest = 0
  #used = 0
  #refused = 0

  constructor(most: number, mostOfSharer: number) {
    this.#most = most
    this.#mostOfSharer = mostOfSharer
  }

  get used(): number {
    return this.#used
  }

  /** Nothing waits: a place is there or is refused. */
  get waiting(): number {
    return 0
  }

  /** Number of places that were refused or taken away since the start. */
  get refused(): number {
    return this.#refused
  }

  /** How many places a sharer has. */
  of(key: string): number {
    return this.#ofSharer.get(key)?.length ?? 0
  }

  /**
   * Takes a place and returns the function that gives it back, which does nothing the second time; null where no place
   * is left. `key` null: the place counts with all places, but belongs to no share from which others could take.
   */
  enter(key: string | null, end: () => void): (() => void) | null {
    const own = key === null ? 0 : this.of(key)
    if (own >= this.#mostOfSharer || (this.#used >= this.#most && !this.makeRoom(own + 2))) {
      this.#refused++
      return null
    }
    this.#used++
    if (key === null) {
      let isTaken = true
      return () => {
        if (isTaken) this.#used--
        isTaken = false
      }
    }
    const place = { end }
    const places = this.#ofSharer.get(key) ?? []
    this.#ofSharer.set(key, places)
    places.push(place)
    this.#recount(key, own, places.length)
    return () => this.#leave(key, place)
  }

  /** Takes the newest place of the sharer with the most, if this sharer has at least `least`; else false. */
  makeRoom(least: number): boolean {
    if (this.#largest < least) return false
    const [loser = ''] = this.#byCount.get(this.#largest) ?? []
    const place = this.#ofSharer.get(loser)?.at(-1)
    if (place === undefined) return false
    this.#leave(loser, place)
    this.#refused++
    place.end()
    return true
  }

  #leave(key: string, place: Place): void {
    const places = this.#ofSharer.get(key) ?? []
    const at = places.indexOf(place)
    if (at < 0) return
    this.#used--
    places.splice(at, 1)
    if (places.length === 0) this.#ofSharer.delete(key)
    this.#recount(key, places.length + 1, places.length)
  }

  #recount(key: string, before: number, after: number): void {
    const peers = this.#byCount.get(before)
    peers?.delete(key)
    if (peers?.size === 0) this.#byCount.delete(before)
    if (after > 0) this.#byCount.set(after, (this.#byCount.get(after) ?? new Set()).add(key))
    this.#largest = Math.max(this.#largest, after)
    while (this.#largest > 0 && !this.#byCount.has(this.#largest)) this.#largest--
  }
}
