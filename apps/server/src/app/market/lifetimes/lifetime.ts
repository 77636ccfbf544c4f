import {
  cameTrue,
  type FinishedEpisode,
  type ForecastScore,
  ForecastWindow,
  type SurvivalCurve,
  SurvivalWindow,
} from '@makas/domain'

/** A curve that is asked for with every row is made anew at most this often, ms. */
const REBUILD_AFTER_MS = 5_000

/** What the newest episodes of a mode or a route tell: how long they lasted, and how good the forecasts of it were. */
export class Lifetime {
  readonly #window: SurvivalWindow
  readonly #forecasts: ForecastWindow
  #curve: SurvivalCurve | null = null
  #madeAt = 0
  #hasNews = false

  /** `most` episodes are kept. */
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

  /** Null until the outcome of a forecast was seen. */
  score(): ForecastScore | null {
    return this.#forecasts.score()
  }
}
