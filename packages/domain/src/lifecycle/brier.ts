import { Newest } from './newest.ts'

const BINS = 10

/**
 * A bin of forecasts from `from` to below `to` (the last bin includes 1): their count, their mean and the share that
 * came true.
 */
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
  /** 1 − brier / (brier of always saying the base rate); null where all outcomes are alike. */
  readonly skill: number | null
  /** Ascending; only bins that hold forecasts. */
  readonly reliability: readonly ReliabilityBin[]
}

/** The newest forecasts whose outcome is known, and how good they were. */
export class ForecastWindow {
  /** Each forecast, with its outcome as the sign (negative zero is used too). */
  readonly #codes: Newest

  constructor(most: number) {
    this.#codes = new Newest(most)
  }

  /** Adds a forecast, a share from 0 to 1, and whether it came true. */
  add(share: number, cameTrue: boolean): void {
    this.#codes.add(cameTrue ? share : -share)
  }

  /** The scores; null while no forecast has been added. */
  score(): ForecastScore | null {
    const bins = Array.from({ length: BINS }, () => ({ n: 0, said: 0, came: 0 }))
    const n = this.#codes.count
    let came = 0
    let squares = 0
    for (const code of this.#codes.values()) {
      const share = Math.abs(code)
      const outcome = code > 0 || Object.is(code, 0) ? 1 : 0
      const bin = bins[Math.min(BINS - 1, Math.floor(share * BINS))] as (typeof bins)[number]
      came += outcome
      squares += (share - outcome) ** 2
      bin.n++
      bin.said += share
      bin.came += outcome
    }
    if (n === 0) return null
    const brier = squares / n
    const base = came / n
    return {
      n,
      brier,
      skill: came === 0 || came === n ? null : 1 - brier / (base * (1 - base)),
      reliability: bins.flatMap(({ n: held, said, came: cameTrue }, at) =>
        held === 0
          ? []
          : [{ from: at / BINS, to: (at + 1) / BINS, n: held, predicted: said / held, observed: cameTrue / held }],
      ),
    }
  }
}
