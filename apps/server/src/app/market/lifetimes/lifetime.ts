import {
  cameTrue,
  type FinishedEpisode,
  type ForecastScore,
  ForecastWindow,
  type SurvivalCurve,
  SurvivalWindow,
} from '@makas/domain'

/** A curve, which every published row asks for, is computed at most this often, ms. */
const REBUILD_AFTER_MS = 5_000

/** The newest episodes of a mode or a route: their survival curve, and the score of the forecasts made for them. */
export class Lifetime {
  readonly #window: SurvivalWindow
  readonly #forecasts: ForecastWindow
  #curve: SurvivalCurve | null = null
  #madeAt = 0
  #hasNews = false

  /** `most`: number of the newest episodes that are held. */
  constructor(most: number) {
    this.#window = new SurvivalWindow(most)
    this.#forecasts = new ForecastWindow(most)
  }

  get episodes(): number {
    return this.#window.count
  }

  get ended(): number {
    return this.#window.ended
  }

  add(episode: FinishedEpisode): void {
    const { openedAt, closedAt, end, forecast } = episode
    this.#window.add(closedAt - openedAt, end.kind === 'ended')
    const outcome = cameTrue(episode)
    if (outcome !== null) this.#forecasts.add(forecast.share, outcome)
    this.#hasNews = true
  }

  /** The curve as it was up to a few seconds before `now` (ms). */
  curve(now: number): SurvivalCurve {
    if (this.#curve === null || (this.#hasNews && now - this.#madeAt >= REBUILD_AFTER_MS)) {
      this.#curve = this.#window.curve()
      this.#madeAt = now
      this.#hasNews = false
    }
    return this.#curve
  }

  /** Null until a forecast has an outcome. */
  score(): ForecastScore | null {
    return this.#forecasts.score()
  }
}
