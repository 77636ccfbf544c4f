import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { KEY_REFUSALS, type KeyRefusal } from '../accounts/key-refusal.ts'
import { PERMISSION_SHAPES, type PermissionShape } from '../accounts/test-account.ts'

/** Ways to spoil a frame. `digit` changes one digit of a price or size (on Kraken in the checksummed top ten). */
export type Spoiling = 'digit' | 'json' | 'types' | 'missing' | 'binary' | 'exponent' | 'negative'
const SPOILINGS: readonly Spoiling[] = ['digit', 'json', 'types', 'missing', 'binary', 'exponent', 'negative']

/**
 * What the simulated exchanges can be told to do wrong. Everything happens on the wire; the true book never changes.
 *
 * Faults of single frames (`rate` is the share of frames struck):
 * `drop`, `duplicate`, `swap` (with the next frame of the same market), `corrupt`, `crossed`, `locked`, `huge-frame`,
 * `compression-bomb`, `disconnect`.
 * States that hold from `at` for `forMs`: `freeze` (event times stand still), `silent` (no data; acks and pongs go on),
 * `half-open` (nothing in either direction, no FIN), `slow-drip`, `burst`, `time-offset`, `refuse-subscription`,
 * `lose-subscription` (acked, then nothing), `429`, `418`, `slow-rest`, `huge-body`, `down`, `maintenance`,
 * `server-error` (HTTP 500 to any request), `key-refused` (signed calls, for the reason in `why`), `permissions` (what keys
 * may do reads as in `rights`, and their permission call answers in the shape of `shape`), `order-unanswered` (carried out, and
 * the connection is cut before the answer), `order-refused` (for want of money), `order-partial` (filled to a `share` only),
 * `order-hidden` (orders that were placed since do not show at `where`), `silent-marks` (no marks and funding rates on streams; books go on), `funding-interval` (payments every `hours`).
 * `maintenance` refuses the signed calls of the exchanges that it is scripted for; all else of it happens on Kraken only.
 * Events, once or `count` times: `disconnect` without a rate, `server-shutdown`, `halt`, `delist`, `relist`,
 * `sequence-reset` (OKX), `service-restart` (Bybit, `u` = 1).
 */
const FAULT_KINDS = [
  'drop',
  'duplicate',
  'swap',
  'corrupt',
  'crossed',
  'locked',
  'huge-frame',
  'compression-bomb',
  'disconnect',
  'freeze',
  'silent',
  'half-open',
  'slow-drip',
  'burst',
  'time-offset',
  'refuse-subscription',
  'lose-subscription',
  '429',
  '418',
  'slow-rest',
  'huge-body',
  'down',
  'maintenance',
  'server-error',
  'key-refused',
  'permissions',
  'order-unanswered',
  'order-refused',
  'order-partial',
  'order-hidden',
  'silent-marks',
  'funding-interval',
  'server-shutdown',
  'halt',
  'delist',
  'relist',
  'sequence-reset',
  'service-restart',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** Where an order shows: asked for by its id, in order lists, in lists of fills, in balances and positions. */
const ORDER_PLACES = ['look-up', 'history', 'fills', 'holding'] as const
export type OrderPlace = (typeof ORDER_PLACES)[number]

export interface Fault {
  readonly kind: FaultKind
  /** Absent: all four. */
  readonly exchange?: ExchangeId
  /** `BASE/QUOTE` by plain names, of a perpetual `BASE/QUOTE:QUOTE`; absent: all of both. */
  readonly symbol?: string
  /** Share of frames (or requests, subscriptions) struck, 0 to 1; absent: all. */
  readonly rate?: number
  /** Milliseconds after it is scripted; absent: at once. */
  readonly at?: number
  /** How long it holds; absent: until cleared. */
  readonly forMs?: number
  /** Largest number of strikes. */
  readonly count?: number
  /** Seed of the random choice of struck frames. Default 1. */
  readonly seed?: number
  /** `corrupt`: absent means a digit on Kraken and any way but a digit elsewhere. */
  readonly spoiling?: Spoiling
  /** `disconnect`: `close` sends a close frame, `reset` an RST. Default `close`. */
  readonly how?: 'close' | 'reset'
  /** `429`, `418`: Retry-After, s. Default 5 and 120. */
  readonly retryAfterS?: number
  /** `huge-frame`, `compression-bomb`, `huge-body`: bytes, default 64 MiB. `slow-drip`: bytes a second, default 200. */
  readonly bytes?: number
  /** `burst`: messages sent in place of one, default 100. */
  readonly factor?: number
  /**
   * ms. `time-offset`: added to every shown time. `slow-rest`: delay. `server-shutdown`, `maintenance`: lead before
   * closing.
   */
  readonly ms?: number
  /** `maintenance`: status on Kraken's status channel; only `maintenance` closes the sockets. */
  readonly status?: 'maintenance' | 'cancel_only' | 'post_only'
  /** `order-partial`: filled share of what the book would give, 0 to 1; absent: nothing. */
  readonly share?: number
  /** `order-hidden`: where the order does not show; absent: nowhere. */
  readonly where?: OrderPlace
  /** `funding-interval`: hours between payments from now on; absent or null: no longer stated by the exchange. */
  readonly hours?: number | null
  /** `key-refused`: the reason of the refusal; required. */
  readonly why?: KeyRefusal
  /** `permissions`: rights to show instead of the account's: with withdrawals, or reading only. */
  readonly rights?: 'withdraw' | 'read-only'
  /** `permissions`: shape of the answer instead of the account's. */
  readonly shape?: PermissionShape
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const NUMBERS = ['rate', 'at', 'forMs', 'count', 'seed', 'retryAfterS', 'bytes', 'factor', 'ms', 'share']
const WORDS: Readonly<Record<string, readonly string[]>> = {
  kind: FAULT_KINDS,
  exchange: EXCHANGES,
  spoiling: SPOILINGS,
  how: ['close', 'reset'],
  status: ['maintenance', 'cancel_only', 'post_only'],
  where: ORDER_PLACES,
  why: KEY_REFUSALS,
  rights: ['withdraw', 'read-only'],
  shape: PERMISSION_SHAPES,
}

function wrongField(name: string, value: unknown): string | undefined {
  if (name === 'hours') return wrongHours(value)
  if (NUMBERS.includes(name)) {
    return typeof value === 'number' && Number.isFinite(value) ? undefined : `${name} must be a number`
  }
  if (name === 'symbol') return typeof value === 'string' ? undefined : 'symbol must be BASE/QUOTE or BASE/QUOTE:QUOTE'
  const words = WORDS[name]
  if (!words) return `${name} is not known`
  return typeof value === 'string' && words.includes(value) ? undefined : `${name} must be one of ${words.join(', ')}`
}

function wrongHours(value: unknown): string | undefined {
  // Divisors of a day, so that payments fall on fixed times of the day.
  const isInterval =
    value === null || (typeof value === 'number' && Number.isInteger(value) && value > 0 && 24 % value === 0)
  return isInterval ? undefined : 'hours must divide 24, or be null'
}

/** Reads a fault script (a JSON array). @throws with every mistake in it */
export function parseFaults(text: string): Fault[] {
  const script: unknown = JSON.parse(text)
  if (!Array.isArray(script)) throw new Error('a fault script is a JSON array of faults')
  const wrong: string[] = []
  const faults = script.map((entry: unknown, index) => {
    if (!isRecord(entry)) {
      wrong.push(`fault ${index}: not an object`)
      return { kind: 'drop', count: 0 } satisfies Fault
    }
    if (entry.kind === undefined) wrong.push(`fault ${index}: kind is missing`)
    if (entry.kind === 'key-refused' && entry.why === undefined) wrong.push(`fault ${index}: why is missing`)
    for (const [name, value] of Object.entries(entry)) {
      const mistake = wrongField(name, value)
      if (mistake) wrong.push(`fault ${index}: ${mistake}`)
    }
    // Every field was checked above.
    return entry as unknown as Fault
  })
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return faults
}
