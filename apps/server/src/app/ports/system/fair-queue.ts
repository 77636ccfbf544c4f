/** Who wants a share of something scarce. */
export type Sharer = {
  /** An address or a person: all work of one key has one share. */
  readonly key: string
  /** Somebody who is logged in, or whose device was: strangers never keep such a person waiting for long. */
  readonly isKnown: boolean
}

/** The work waited, and was refused: there is no room for it, or others had less of it waiting. */
export class QueueFull extends Error {}

type Waiting = { readonly start: () => void; readonly refuse: (why: QueueFull) => void }

/** Turns of known people, in a row at most, while strangers wait. */
const KNOWN_IN_A_ROW = 3

/**
 * Runs work of many sharers on a few places. Sharers take turns, so that one with much work keeps nobody waiting for
 * more than a turn of each; where no room is left, the sharer with the most waiting work loses the newest of it to a
 * sharer with less.
 */
export class FairQueue {
  readonly #places: number
  readonly #room: number
  readonly #lanes = { known: new Map<string, Waiting[]>(), strangers: new Map<string, Waiting[]>() }
  #running = 0
  #knownInARow = 0
  #refused = 0

  /** `places`: work that runs at once; `room`: work that waits, at most. */
  constructor(places: number, room: number) {
    this.#places = places
    this.#room = room
  }

  /** Work that waits. */
  get waiting(): number {
    return count(this.#lanes.known) + count(this.#lanes.strangers)
  }

  /** Work that was refused since the start. */
  get refused(): number {
    return this.#refused
  }

  /** Runs work when the sharer's turn comes. @throws QueueFull */
  async run<T>(sharer: Sharer, work: () => Promise<T>): Promise<T> {
    await this.#turn(sharer)
    try {
      return await work()
    } finally {
      this.#running--
      this.#startNext()
    }
  }

  /**
   * Makes room for a sharer by refusing the newest waiting work of the sharer with the most: a stranger's before that
   * of a known person. False where nobody has more waiting than this sharer would have.
   */
  makeRoom({ key, isKnown }: Sharer): boolean {
    const { known, strangers } = this.#lanes
    const own = (isKnown ? known : strangers).get(key)?.length ?? 0
    const takesFrom = (lane: Map<string, Waiting[]>, least: number): boolean => {
      const [most] = [...lane].sort(([, a], [, b]) => b.length - a.length)
      if (most === undefined || most[1].length < least) return false
      const [loser, work] = most
      const newest = work.pop()
      if (work.length === 0) lane.delete(loser)
      this.#refused++
      newest?.refuse(new QueueFull())
      return true
    }
    if (isKnown && takesFrom(strangers, 1)) return true
    return takesFrom(isKnown ? known : strangers, own + 2)
  }

  #turn(sharer: Sharer): Promise<void> | void {
    if (this.#running < this.#places) {
      this.#running++
      return
    }
    if (this.waiting >= this.#room && !this.makeRoom(sharer)) {
      this.#refused++
      throw new QueueFull()
    }
    return new Promise((start, refuse) => {
      const lane = sharer.isKnown ? this.#lanes.known : this.#lanes.strangers
      const own = lane.get(sharer.key)
      if (own === undefined) lane.set(sharer.key, [{ start, refuse }])
      else own.push({ start, refuse })
    })
  }

  /** Gives a free place to the sharer whose turn it is. */
  #startNext(): void {
    const { known, strangers } = this.#lanes
    const isForKnown = known.size > 0 && (strangers.size === 0 || this.#knownInARow < KNOWN_IN_A_ROW)
    this.#knownInARow = isForKnown ? this.#knownInARow + 1 : 0
    const lane = isForKnown ? known : strangers
    for (const [key, work] of lane) {
      const next = work.shift()
      // The sharer's next turn comes after that of all others.
      lane.delete(key)
      if (work.length > 0) lane.set(key, work)
      if (next === undefined) continue
      this.#running++
      next.start()
      return
    }
  }
}

const count = (lane: ReadonlyMap<string, readonly Waiting[]>) =>
  [...lane.values()].reduce((sum, { length }) => sum + length, 0)
