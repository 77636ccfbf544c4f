import { Newest } from './newest.ts'

const BINS = 10

/** A share that was forecast, and whether it came true. */
export type Forecast = readonly [share: number, cameTrue: boolean]

/** Forecasts from `from` to below `to` (the last up to 1): how many, what they said, how often it came true. */
type ReliabilityBin = {
  readonly from: number
  readonly to: number
  readonly n: number
  readonly predicted: number
  readonly observed: number
}

export type ForecastScore = {
  readonly n: number
  /** Mean squared error: 0 is perfect, 0.25 is what always saying a half earns. */
  readonly brier: number
  /** 1 − brier / that of always saying the base rate; null where one outcome is all that ever came. */
  readonly skill: number | null
  /** Ascending; only bins that hold forecasts. */
  readonly reliability: readonly ReliabilityBin[]
}

/** How good forecasts were; null of none. */
export function scoreForecasts(forecasts: Iterable<Forecast>): ForecastScore | null {
  const bins = Array.from({ length: BINS }, () => ({ n: 0, said: 0, came: 0 }))
  let n = 0
  let came = 0
  let squares = 0
  for (const [share, cameTrue] of forecasts) {
    const bin = bins[Math.min(BINS - 1, Math.floor(share * BINS))] as (typeof bins)[number]
    const outcome = cameTrue ? 1 : 0
    n++
    came += outcome
    squares += (share - outcome) ** 2
    bin.n++
    bin.said += share
    bin.came += outcome
  }
  if (n === 0) return null
  const brier = squares / n
  const base = came / n
  const reliability = bins.flatMap(({ n: held, said, came: cameTrue }, at) =>
    held === 0
      ? []
      : [{ from: at / BINS, to: (at + 1) / BINS, n: held, predicted: said / held, observed: cameTrue / held }],
  )
  return { n, brier, skill: came === 0 || came === n ? null : 1 - brier / (base * (1 - base)), reliability }
}

/** The newest forecasts whose outcome is known. */
export class ForecastWindow {
  readonly #codes: Newest

  constructor(most: number) {
    this.#codes = new Newest(most)
  }

  add(share: number, cameTrue: boolean): void {
    this.#codes.add(cameTrue ? share : -share)
  }

  score(): ForecastScore | null {
    return scoreForecasts(Array.from(this.#codes.values(), decoded))
  }
}

/** The sign tells the outcome, also that of a zero. */
const decoded = (code: number): Forecast => [Math.abs(code), code > 0 || Object.is(code, 0)]
