import type { Connection } from './connection.ts'
import { Lane, type LaneOptions } from './lane.ts'

/** The wanted names of one kind of connection, divided into lanes of as many names as one connection may carry. */
export class Lanes {
  readonly #options: LaneOptions
  readonly #lanes: Lane[] = []
  readonly #laneOf = new Map<string, Lane>()
  #reconnectsOfOld = 0

  constructor(options: LaneOptions) {
    this.#options = options
  }

  get names(): Iterable<string> {
    return this.#laneOf.keys()
  }

  get count(): number {
    return this.#lanes.length
  }

  get open(): number {
    return this.#lanes.filter(({ isOpen }) => isOpen).length
  }

  get sockets(): number {
    return this.#lanes.reduce((sum, { sockets }) => sum + sockets, 0)
  }

  get reconnects(): number {
    return this.#lanes.reduce((sum, { reconnects }) => sum + reconnects, this.#reconnectsOfOld)
  }

  /** Names that were neither confirmed nor reported in time. */
  get unconfirmed(): number {
    return this.#sum(({ subscriptions }) => subscriptions.overdueCount)
  }

  get refused(): number {
    return this.#sum(({ subscriptions }) => subscriptions.count('refused'))
  }

  laneOf(name: string): Lane | undefined {
    return this.#laneOf.get(name)
  }

  isFirst(lane: Lane): boolean {
    return lane === this.#lanes[0]
  }

  /** The server will close this connection: its lane opens a new one before it does. */
  closing(connection: Connection | null): void {
    this.#lanes.find(({ current }) => current === connection)?.closing()
  }

  /** Sets the wanted names; calls `dropped` for each name that is no longer wanted, and `added` for the new names. */
  want(wanted: ReadonlySet<string>, dropped: (name: string) => void, added: (names: readonly string[]) => void): void {
    for (const [name, lane] of [...this.#laneOf]) {
      if (wanted.has(name)) continue
      this.#remove(name, lane)
      dropped(name)
    }
    const missing = [...wanted].filter((name) => !this.#laneOf.has(name))
    const room = this.#options.socket.symbolsPerSocket
    while (missing.length > 0) {
      const lane = this.#lanes.find(({ symbols }) => symbols.size < room) ?? this.#newLane()
      const part = missing.splice(0, room - lane.symbols.size)
      for (const name of part) this.#laneOf.set(name, lane)
      added(part)
      lane.add(part)
    }
  }

  stop(): void {
    for (const lane of this.#lanes) lane.stop()
  }

  #newLane(): Lane {
    const lane = new Lane(this.#options)
    this.#lanes.push(lane)
    return lane
  }

  #remove(name: string, lane: Lane): void {
    this.#laneOf.delete(name)
    lane.remove(name)
    if (lane.symbols.size > 0) return
    this.#reconnectsOfOld += lane.reconnects
    this.#lanes.splice(this.#lanes.indexOf(lane), 1)
  }

  #sum(of: (connection: Connection) => number): number {
    return this.#lanes.reduce((sum, { current }) => sum + (current === null ? 0 : of(current)), 0)
  }
}
