import { FairPlaces } from '../../app/ports/system/fair-places.ts'
import type { Shared } from '../../app/ports/system/fair-queue.ts'
import { networkOf } from './address-windows.ts'

/** Most open streams of one address (security.md 64). */
const MOST_OF_ADDRESS = 500
/** Most open streams of one user (security.md 64). */
const MOST_OF_USER = 5
/** Most open streams of all, which bounds memory. */
const MOST = 20_000
/** Most open streams of visitors. All other places are kept for logged-in users. */
const MOST_OF_VISITORS = 16_000

export type StreamReader = {
  readonly address: string
  /** Null: a visitor. */
  readonly userId: string | null
}

/** The places of open streams, by address and user. When no place is free, a logged-in user takes a visitor's place. */
export class OpenStreams {
  readonly #all: FairPlaces
  readonly #ofUsers: FairPlaces
  readonly #visitors = new FairPlaces(MOST_OF_VISITORS, Number.POSITIVE_INFINITY)
  #refused = 0

  /** `scale` multiplies the caps of one address and of one user. */
  constructor(scale: number) {
    this.#all = new FairPlaces(Number.POSITIVE_INFINITY, MOST_OF_ADDRESS * scale)
    this.#ofUsers = new FairPlaces(Number.POSITIVE_INFINITY, MOST_OF_USER * scale)
  }

  get shared(): Shared {
    return { used: this.#all.used, waiting: 0, refused: this.#refused }
  }

  /**
   * Takes a place and returns a function that gives it back (once), or the refusal. `end` is called when somebody else
   * gets the place.
   */
  enter({ address, userId }: StreamReader, end: () => void): (() => void) | 'rate-limited' | 'unavailable' {
    const name = networkOf(address)
    const releases: (() => void)[] = []
    const release = () => {
      for (const leave of releases.splice(0)) leave()
    }
    /** Takes one of the places that the stream needs. */
    const take = (leave: (() => void) | null): boolean => {
      if (leave !== null) releases.push(leave)
      return leave !== null
    }
    if (!take(this.#all.enter(name, end)) || (userId !== null && !take(this.#ofUsers.enter(userId, end)))) {
      release()
      this.#refused++
      return 'rate-limited'
    }
    const lose = () => {
      this.#refused++
      release()
      end()
    }
    const isFull = this.#all.used > MOST
    // The address with the most visitor streams loses one, to a visitor of another address or to a user.
    const isLeft =
      userId === null ? !isFull && take(this.#visitors.enter(name, lose)) : !isFull || this.#visitors.makeRoom(1)
    if (isLeft) return release
    release()
    this.#refused++
    return 'unavailable'
  }
}
