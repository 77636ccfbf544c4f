import type { Instrument } from '../../market/instrument.ts'

export interface Stream {
  readonly kind: 'diff' | 'partial' | 'best'
  readonly market: Instrument
  readonly depth: number
  readonly cadenceMs: number
}

const SHAPE = /^([a-z0-9]+)@(?:(depth)(5|10|20)?(?:@(100|1000)ms)?|(bookTicker))$/

/** Parses `btcusdt@depth@100ms`, `…@depth20`, `…@bookTicker`. Undefined for any other name, which stays silent. */
export function parseStream(name: string, market: (id: string) => Instrument | undefined): Stream | undefined {
  const match = SHAPE.exec(name)
  if (!match) return undefined
  const [, symbol = '', depthWord, levels, cadence, best] = match
  const found = market(symbol.toUpperCase())
  if (!found) return undefined
  if (best) return { kind: 'best', market: found, depth: 1, cadenceMs: 0 }
  const cadenceMs = Number(cadence ?? 1000)
  if (depthWord && levels) return { kind: 'partial', market: found, depth: Number(levels), cadenceMs }
  return { kind: 'diff', market: found, depth: Number.POSITIVE_INFINITY, cadenceMs }
}

export type Control =
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly streams: readonly string[]; readonly id: unknown }
  | { readonly kind: 'list'; readonly id: unknown }
  | { readonly kind: 'combined'; readonly on: boolean; readonly id: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly msg: string }

const error = (code: number, msg: string): Control => ({ kind: 'error', code, msg })

const validId = (id: unknown) =>
  id === null || (typeof id === 'number' && Number.isInteger(id)) || (typeof id === 'string' && id.length <= 36)

/** Reads a control message; the error codes are those of the documentation (0 to 3). */
export function parseControl(text: string): Control {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return error(3, 'Invalid JSON: expected value at line 1 column 1')
  }
  if (typeof message !== 'object' || message === null) return error(2, 'Invalid request: not an object')
  const { method, params, id } = message as Record<string, unknown>
  if (!validId(id))
    return error(2, 'Invalid request: request ID must be an unsigned integer, a string of up to 36 characters or null')
  const names =
    Array.isArray(params) && params.every((one) => typeof one === 'string') ? (params as string[]) : undefined
  switch (method) {
    case 'SUBSCRIBE':
      return names ? { kind: 'subscribe', streams: names, id } : error(2, 'Invalid request: missing field `params`')
    case 'UNSUBSCRIBE':
      return names ? { kind: 'unsubscribe', streams: names, id } : error(2, 'Invalid request: missing field `params`')
    case 'LIST_SUBSCRIPTIONS':
      return { kind: 'list', id }
    case 'SET_PROPERTY': {
      const [property, on] = Array.isArray(params) ? (params as unknown[]) : []
      if (property !== 'combined') return error(0, 'Unknown property')
      return typeof on === 'boolean' ? { kind: 'combined', on, id } : error(1, 'Invalid value type: expected Boolean')
    }
    default:
      return error(2, `Invalid request: unknown variant \`${String(method)}\``)
  }
}
