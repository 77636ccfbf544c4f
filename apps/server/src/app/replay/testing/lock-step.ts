import type { MarketEngine } from '../../market/engine/market-engine.ts'
import type { FindingEvent } from '../../market/lifetimes/opportunity-lifecycles.ts'
import type { Opportunity } from '../../market/opportunity/opportunity.ts'
import { presentEvidence } from '../../market/opportunity/present/present.ts'
import type { Route } from '../../market/route/route.ts'
import { parseRecording } from '../recording.ts'
import type { Replay } from '../replay.ts'
import { replayOf } from './replay-text.ts'

/**
 * Times after a line at which the rows are compared if the live walk is idle, ms: the first tick after any line is over
 * by the last of them.
 */
const LOOKS_MS = [4, 107]

/** All exact numbers of an evaluation, and the levels that it read. */
const numbersOf = (opportunity: Opportunity) => JSON.stringify(presentEvidence(opportunity))

/**
 * Walks one recording twice: with the live product's loop, and with an evaluation after each frame. At every finding of
 * the first walk the second has read the same lines and is compared.
 */
export class LockStep {
  /** Findings and rows of the live walk that the frame-by-frame walk does not confirm. */
  readonly differences: string[] = []
  /** Numbers of compared findings by mode, of times at which the live walk was idle, and of rows compared then. */
  readonly held = { spot: 0, carry: 0, tri: 0, rests: 0, rows: 0 }
  readonly #live: Replay
  readonly #each: Replay
  readonly #steps: Generator<readonly string[]>
  readonly #looks: readonly number[]
  /** Routes that closed in the line read last, frame by frame. */
  #closed = new Set<string>()

  constructor(files: Readonly<Record<string, string>>, fees: string | null, pieceMs?: number) {
    const live = pieceMs === undefined ? {} : { pieceMs }
    this.#live = replayOf(files, fees, { live, onFinding: (event) => this.#found(event) })
    this.#each = replayOf(files, fees, {
      onFinding: ({ event, route }) => {
        if (event === 'closed') this.#closed.add(route.id)
      },
    })
    this.#steps = this.#each.byLine()
    const times = Object.entries(files).flatMap(([path, text]) => parseRecording(path, text).map(({ t }) => t))
    const looks = new Set(times.flatMap((t) => LOOKS_MS.map((ms) => t + ms)))
    this.#looks = [...looks].sort((a, b) => a - b)
  }

  run(): this {
    for (const t of this.#looks) {
      this.#live.advance(t)
      if (this.#live.isIdle) this.#rest(t)
    }
    return this
  }

  /** Advances the frame-by-frame walk to the lines and the time of the live one. */
  #follow(t: number): MarketEngine {
    while (this.#each.linesRead < this.#live.linesRead) {
      this.#closed = new Set()
      this.#steps.next()
    }
    this.#each.engine.tick(t)
    return this.#each.engine
  }

  #found({ t, event, route, opportunity }: FindingEvent): void {
    const engine = this.#follow(t)
    this.held[route.mode]++
    const bearsOut = () => {
      const found = openOf(engine).get(route.id)?.opportunity ?? null
      if (event === 'closed') return found === null || this.#closed.has(route.id)
      return found !== null && numbersOf(found) === numbersOf(opportunity)
    }
    if (bearsOut()) return
    // Marks and funding are no frames of a book: their effect shows at the next evaluation of its books.
    if (route.mode === 'carry') lookAgain(engine, route, t)
    if (!bearsOut()) this.differences.push(`line ${this.#live.linesRead}, ${t}: ${event} ${route.id}`)
  }

  /** Compares all rows while nothing is deferred: both walks must have the same rows with the same numbers. */
  #rest(t: number): void {
    const { engine } = this.#live
    const each = this.#follow(t)
    this.held.rests++
    for (const id of new Set([...openOf(engine).keys(), ...openOf(each).keys()])) {
      if (isSame(openOf(engine).get(id), openOf(each).get(id), t)) this.held.rows++
      else this.#lookAt(id, t)
    }
  }

  /** Evaluates a row in both walks: facts may have changed after its books. */
  #lookAt(id: string, t: number): void {
    const { engine } = this.#live
    const each = this.#each.engine
    const route = openOf(engine).get(id) ?? openOf(each).get(id)
    if (route?.mode === 'carry') {
      for (const one of [engine, each]) lookAgain(one, route, t)
      engine.evaluateDeferred(t)
    }
    if (isSame(openOf(engine).get(id), openOf(each).get(id), t)) this.held.rows++
    else this.differences.push(`at rest, line ${this.#live.linesRead}, ${t}: ${id}`)
  }
}

const openOf = ({ open }: MarketEngine): ReadonlyMap<string, Route> => new Map([...open].map((one) => [one.id, one]))

/** Whether both walks have no row, or the same one; the live walk may notice too old books only at its next tick. */
function isSame(live: Route | undefined, each: Route | undefined, t: number): boolean {
  const isOpen = live?.isLive(t) === true
  if (!isOpen || each === undefined) return !isOpen && each === undefined
  const [a, b] = [live?.opportunity ?? null, each.opportunity]
  return a !== null && b !== null && numbersOf(a) === numbersOf(b)
}

/** Evaluates a route as if a frame had repeated its books. */
function lookAgain(engine: MarketEngine, { legs }: Route, t: number): void {
  engine.frame(t, () => {
    for (const { slot } of legs) {
      const own = engine.slot(slot.exchange, slot.market, slot.symbol)
      if (own !== null) engine.sink(own.exchange).touched(own)
    }
  })
}
