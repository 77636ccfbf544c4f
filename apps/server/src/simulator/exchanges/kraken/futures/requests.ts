const PRIVATE_FEEDS = ['balances', 'fills', 'open_orders', 'open_orders_verbose', 'open_positions', 'account_log']

export type FuturesRequest =
  | {
      readonly kind: 'subscribe' | 'unsubscribe'
      readonly feed: 'book' | 'ticker'
      /** Product ids in upper case. Requests may use either case. */
      readonly products: readonly string[]
    }
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly feed: 'heartbeat' }
  | { readonly kind: 'wrong'; readonly event: 'error' | 'alert'; readonly message: string }

const wrong = (message: string, event: 'error' | 'alert' = 'error'): FuturesRequest => ({
  kind: 'wrong',
  event,
  message,
})

/** Reads a request of the derivatives' WebSocket v1. */
export function parseFuturesRequest(text: string): FuturesRequest {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return wrong('Json Error')
  }
  if (typeof message !== 'object' || message === null) return wrong('Json Error')
  const { event, feed, product_ids: products } = message as Record<string, unknown>
  // Private feeds are not simulated, so no challenge is issued.
  if (event === 'challenge') return wrong('Invalid API key')
  if (event !== 'subscribe' && event !== 'unsubscribe') return wrong('Invalid event')
  if (feed === 'heartbeat') return { kind: event, feed }
  if (typeof feed === 'string' && PRIVATE_FEEDS.includes(feed))
    return wrong('Failed to subscribe to authenticated feed', 'alert')
  if (feed !== 'book' && feed !== 'ticker') return wrong("Couldn't subscribe to invalid feed", 'alert')
  if (!Array.isArray(products) || products.length === 0) return wrong('Invalid product id')
  const named = products.filter((one) => typeof one === 'string')
  if (named.length < products.length) return wrong('Invalid product id')
  return { kind: event, feed, products: named.map((one) => one.toUpperCase()) }
}
