/**
 * Who goes before whom: orders, then users who are logged in or whose device was, then the work of admins, then
 * strangers. A later rank never keeps an earlier rank waiting for long.
 */
const RANKS = ['order', 'user', 'admin', 'stranger'] as const
type Rank = (typeof RANKS)[number]

/** Who wants a share of something scarce. */
export type Sharer = {
  /** An address or a user: all work of one key has one share. */
  readonly key: string
  readonly rank: Rank
}

/** How much of something scarce is in use now, how much work waits for it, and how much was refused since the start. */
export type Shared = { readonly used: number; readonly waiting: number; readonly refused: number }

/** The work waited, and was refused: there was no room, or other sharers had less work waiting. */
export class QueueFull extends Error {}

type Waiting = { readonly start: () => void; readonly refuse: (why: QueueFull) => void }

/** Turns in a row of one rank, at most, while later ranks wait. */
const IN_A_ROW = 3

/** The sharers of a rank whose work waits, in the order of their turns. */
type Lane = { readonly waiting: Map<string, Waiting[]>; inARow: number }

/**
 * Runs work of many sharers on a few places. Sharers take turns: a sharer with much work keeps nobody waiting for more
 * than one turn of each other sharer. Where no room is left, the sharer with the most waiting work loses the newest of
 * it to a sharer with less.
 */
export class FairQueue implements Shared {
  readonly #places: number
  readonly #room: number
  readonly #lanes: readonly Lane[] = RANKS.map(() => ({ waiting: new Map(), inARow: 0 }))
  #running = 0
  #refused = 0

  /** `places`: work that runs at once; `room`: work that waits, at most. */
  constructor(places: number, room: number) {
    this.#places = places
    this.#room = room
  }

  get used(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#lanes.flatMap(({ waiting }) => [...waiting.values()]).reduce((sum, { length }) => sum + length, 0)
  }

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
   * Makes room for a sharer: refuses the newest waiting work of the sharer with the most, in the last rank with waiting
   * work. False where only earlier ranks wait, or in the own rank nobody has more waiting than this sharer would have.
   */
  makeRoom({ key, rank }: Sharer): boolean {
    const place = RANKS.indexOf(rank)
    const own = this.#lanes[place]?.waiting.get(key)?.length ?? 0
    const takesFrom = ({ waiting }: Lane, least: number): boolean => {
      const [most] = [...waiting].sort(([, a], [, b]) => b.length - a.length)
      if (most === undefined || most[1].length < least) return false
      const [loser, work] = most
      const newest = work.pop()
      if (work.length === 0) waiting.delete(loser)
      this.#refused++
      newest?.refuse(new QueueFull())
      return true
    }
    return this.#lanes
      .slice(place)
      .reverse()
      .some((lane) => takesFrom(lane, lane === this.#lanes[place] ? own + 2 : 1))
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
      const { waiting } = this.#lanes[RANKS.indexOf(sharer.rank)] as Lane
      const own = waiting.get(sharer.key)
      if (own === undefined) waiting.set(sharer.key, [{ start, refuse }])
      else own.push({ start, refuse })
    })
  }

  /** Gives a free place to the sharer whose turn it is. */
  #startNext(): void {
    const lanes = this.#lanes.filter(({ waiting }) => waiting.size > 0)
    const lane = lanes.find(({ inARow }, at) => at === lanes.length - 1 || inARow < IN_A_ROW)
    if (lane === undefined) return
    for (const earlier of lanes.slice(0, lanes.indexOf(lane))) earlier.inARow = 0
    lane.inARow++
    for (const [key, work] of lane.waiting) {
      const next = work.shift()
      // The sharer's next turn comes after all others' turns.
      lane.waiting.delete(key)
      if (work.length > 0) lane.waiting.set(key, work)
      if (next === undefined) continue
      this.#running++
      next.start()
      return
    }
  }
}
