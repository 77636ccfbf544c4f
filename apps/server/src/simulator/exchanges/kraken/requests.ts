const DEPTHS = [10, 25, 100, 500, 1000]

export type Subscription =
  | { readonly channel: 'book'; readonly symbol: string; readonly depth: number; readonly snapshot: boolean }
  | { readonly channel: 'ticker'; readonly symbol: string; readonly snapshot: boolean }
  | { readonly channel: 'instrument'; readonly snapshot: boolean }

/** `idText`: `"req_id":1,` or empty. The id is echoed as sent. */
export type Request =
  | { readonly kind: 'ping'; readonly idText: string }
  | {
      readonly kind: 'subscribe' | 'unsubscribe'
      readonly subscriptions: readonly Subscription[]
      readonly idText: string
    }
  | { readonly kind: 'error'; readonly method: string; readonly why: string; readonly idText: string }

/** Reads a request of WebSocket v2. */
export function parseRequest(text: string): Request {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return { kind: 'error', method: '', why: 'Malformed request', idText: '' }
  }
  const { method, params, req_id: id } = (message ?? {}) as Record<string, unknown>
  const idText = typeof id === 'number' && Number.isInteger(id) ? `"req_id":${id},` : ''
  if (method === 'ping') return { kind: 'ping', idText }
  if (method !== 'subscribe' && method !== 'unsubscribe') {
    return {
      kind: 'error',
      method: typeof method === 'string' ? method.slice(0, 40) : '',
      why: 'Unsupported method',
      idText,
    }
  }
  const wrong = (why: string): Request => ({ kind: 'error', method, why, idText })
  const { channel, symbol, depth, snapshot } = (params ?? {}) as Record<string, unknown>
  const withSnapshot = snapshot !== false
  if (channel === 'instrument') return { kind: method, subscriptions: [{ channel, snapshot: withSnapshot }], idText }
  if (channel !== 'book' && channel !== 'ticker') return wrong('Channel field is invalid')
  if (!Array.isArray(symbol) || symbol.length === 0 || !symbol.every((one) => typeof one === 'string')) {
    return wrong('Symbol(s) not found')
  }
  const names = symbol as string[]
  if (channel === 'ticker') {
    return {
      kind: method,
      subscriptions: names.map((name) => ({ channel, symbol: name, snapshot: withSnapshot })),
      idText,
    }
  }
  const levels = depth === undefined ? 10 : depth
  if (typeof levels !== 'number' || !DEPTHS.includes(levels)) return wrong('Subscription depth not supported')
  const subscriptions = names.map((name) => ({ channel, symbol: name, depth: levels, snapshot: withSnapshot }) as const)
  return { kind: method, subscriptions, idText }
}
