import { wallMs } from '../../clock.ts'
import { type Context, json, type RestReply } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'

/** Requests after a 429 that lead to a ban. */
const PATIENCE = 20
const BAN_MS = 120_000

export interface Answer {
  readonly weight: number
  readonly reply: () => RestReply
}

export const NOT_FOUND: RestReply = {
  status: 404,
  body: '<html><body><h2>404 Not found</h2></body></html>',
  headers: { 'content-type': 'text/html' },
}

/** An error as both hosts print it. */
export const wrong = (code: number, msg: string, status = 400): RestReply => json({ code, msg }, status)
export const MISSING_SYMBOL = () =>
  wrong(-1102, "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.")
export const BAD_SYMBOL = () => wrong(-1121, 'Invalid symbol.')

/** Request weights of one host, counted per minute: 429 above the limit, a ban after `PATIENCE` further requests. */
export class RequestWeights {
  readonly #context: Context
  readonly #limit: number
  readonly #weights: RateWindow
  #refused = 0
  #bannedUntil = 0

  constructor(context: Context, limit: number) {
    this.#context = context
    this.#limit = limit
    this.#weights = new RateWindow(limit, 60_000)
  }

  /** The reply if the weight allows it, else the refusal. */
  answer(answer: Answer): RestReply {
    const now = wallMs()
    const { limits, counters } = this.#context
    if (limits && now < this.#bannedUntil) {
      counters.requestsWhileBanned += 1
      return this.refusal(418, Math.ceil((this.#bannedUntil - now) / 1000))
    }
    if (!this.#weights.spend(answer.weight, now) && limits) {
      counters.refusals += 1
      this.#refused += 1
      if (this.#refused > PATIENCE) {
        this.#bannedUntil = now + BAN_MS
        this.#refused = 0
      }
      return this.refusal(429, Math.max(1, Math.ceil(this.#weights.leftMs(now) / 1000)))
    }
    const reply = answer.reply()
    const used = String(this.#weights.used)
    return { ...reply, headers: { ...reply.headers, 'x-mbx-used-weight': used, 'x-mbx-used-weight-1m': used } }
  }

  refusal(status: number, retryAfterS: number): RestReply {
    const msg =
      status === 418
        ? `Way too much request weight used; IP banned until ${wallMs() + retryAfterS * 1000}. Please use WebSocket Streams for live updates to avoid bans.`
        : `Too much request weight used; current limit is ${this.#limit} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`
    return json({ code: -1003, msg }, status, { 'retry-after': String(retryAfterS) })
  }
}
