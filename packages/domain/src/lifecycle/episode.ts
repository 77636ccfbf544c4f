import { exactText, type Ratio } from '../money/ratio.ts'
import type { Mode } from './mode.ts'

/** Negative evaluations in a row that end an episode; fewer are a flicker (formulas.md § 5). */
const NEGATIVES_TO_END = 3
/** Age in ms after opening at which the return is first noted again; then at 2, 5, 10, 20, 50 … times as much. */
const FIRST_NOTE_MS = 100
const NOTE_FACTORS = [2, 2.5, 2] as const

/**
 * Why the end of an episode was not seen: a leg was lost, halted or too old, its gap was put in doubt, a fact that the
 * evaluation needs became unknown, or we stopped.
 */
export const CENSORS = [
  'stale',
  'halted',
  'quarantine',
  'gap',
  'checksum',
  'crossed',
  'refused',
  'down',
  'unknown',
  'shutdown',
] as const
export type Censor = (typeof CENSORS)[number]

export type EpisodeEnd = { readonly kind: 'ended' } | { readonly kind: 'censored'; readonly why: Censor }

/**
 * The forecast made when an episode opened: the share of episodes of its route or mode that still pay `latencyMs`
 * later.
 */
type OpeningForecast = {
  readonly share: number
  readonly basis: 'prior' | 'measured'
  readonly latencyMs: number
}

/** Figures of an episode's opening: return in percent, size, forecast. */
export type EpisodeOpening = { readonly roi: number; readonly size: Ratio; readonly forecast: OpeningForecast }

/** An episode that is over, as it is stored. Times in epoch ms, returns in percent. */
export type FinishedEpisode = {
  readonly route: string
  readonly mode: Mode
  readonly openedAt: number
  /** Time at which the route stopped paying; of a censored episode, when it was last seen to pay. */
  readonly closedAt: number
  readonly end: EpisodeEnd
  /** The size when the episode opened, an exact text. */
  readonly size: string
  /** The return at opening, then at the first positive evaluation after 0.1, 0.2, 0.5, 1, 2, 5 … s. */
  readonly path: readonly (readonly [ageMs: number, roi: number])[]
  readonly maxRoi: number
  readonly lastRoi: number
  readonly forecast: OpeningForecast
}

/**
 * An episode: the time during which a route pays. It gets each evaluation of the route (in a replay one for each frame
 * of a leg, live one a tick while its best prices pay). The third negative evaluation in a row ends the episode as of
 * the first of the three: from that moment the route did not pay, the other two only confirm it. Where the end was not
 * seen, the episode is censored at its last positive evaluation: until then it is known to have lasted.
 */
export class Episode {
  readonly openedAt: number
  readonly #opening: EpisodeOpening
  readonly #path: (readonly [ageMs: number, roi: number])[]
  #roi: number
  #maxRoi: number
  #positiveAt: number
  #negatives = 0
  #negativeSince = 0
  #negativeFrames = 0
  #nextNoteMs = FIRST_NOTE_MS
  #notes = 0

  constructor(now: number, opening: EpisodeOpening) {
    const { roi } = opening
    this.openedAt = now
    this.#opening = opening
    this.#path = [[0, roi]]
    this.#roi = roi
    this.#maxRoi = roi
    this.#positiveAt = now
  }

  /** Notes a positive evaluation with another return than before. */
  changed(now: number, roi: number): void {
    this.#roi = roi
    if (roi > this.#maxRoi) this.#maxRoi = roi
    this.unchanged(now)
  }

  /** Notes a positive evaluation with the return of the one before it. */
  unchanged(now: number): void {
    this.#positiveAt = now
    this.#negatives = 0
    if (now - this.openedAt >= this.#nextNoteMs) this.#note(now - this.openedAt)
  }

  /**
   * Notes a negative evaluation; true when it ends the episode. `frames` counts all frames applied to the route's books
   * so far: a second look at unchanged books, for a repeated frame or a list that was read again, is no further
   * evaluation.
   */
  negative(now: number, frames: number): boolean {
    if (this.#negatives === 0) this.#negativeSince = now
    else if (frames === this.#negativeFrames) return false
    this.#negativeFrames = frames
    return ++this.#negatives >= NEGATIVES_TO_END
  }

  finished(route: string, mode: Mode, end: EpisodeEnd): FinishedEpisode {
    return {
      route,
      mode,
      openedAt: this.openedAt,
      closedAt: end.kind === 'ended' ? this.#negativeSince : this.#positiveAt,
      end,
      size: exactText(this.#opening.size),
      path: this.#path,
      maxRoi: this.#maxRoi,
      lastRoi: this.#roi,
      forecast: this.#opening.forecast,
    }
  }

  #note(ageMs: number): void {
    this.#path.push([ageMs, this.#roi])
    while (this.#nextNoteMs <= ageMs) this.#nextNoteMs *= NOTE_FACTORS[this.#notes++ % NOTE_FACTORS.length] as number
  }
}

/** Whether the forecast at opening came true; null where the episode was censored before this could be seen. */
export function cameTrue({ openedAt, closedAt, end, forecast }: FinishedEpisode): boolean | null {
  const lasted = closedAt - openedAt
  if (end.kind === 'ended') return lasted > forecast.latencyMs
  return lasted >= forecast.latencyMs ? true : null
}
