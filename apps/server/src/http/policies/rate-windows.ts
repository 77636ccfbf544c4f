import type { Clock } from '../../app/ports/system/clock.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Rate } from '../calls/rates.ts'
import { AddressWindows } from './address-windows.ts'

/** Counts calls against the rates of the route table. */
export class RateWindows {
  readonly #clock: Clock
  readonly #scale: number
  readonly #windows = new Map<string, AddressWindows>()

  /** `scale` is `RATE_LIMIT_SCALE`. */
  constructor(clock: Clock, scale: number) {
    this.#clock = clock
    this.#scale = scale
  }

  /** Counts a call against its rates per address or per user (`per`); the refusal, or null. */
  refusal(rates: readonly Rate[], per: Rate['per'], who: string): ApiFailure | null {
    for (const rate of rates) {
      if (rate.per !== per) continue
      const retryAfterS = this.#of(rate).refusal(who, this.#clock.now())
      if (retryAfterS !== null) return new ApiFailure('rate-limited', { retryAfterS })
    }
    return null
  }

  #of({ per, group, most }: Rate): AddressWindows {
    const name = `${per} ${group}`
    const known = this.#windows.get(name)
    if (known !== undefined) return known
    const made = new AddressWindows(most * this.#scale)
    this.#windows.set(name, made)
    return made
  }
}
