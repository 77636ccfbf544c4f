/** Which allowance a call counts against (security.md 64). */
export type Allowance = 'market' | 'stream' | 'site' | 'none'

export type Route = {
  readonly path: string
  /** Who may call it. Everything that exists so far is open to visitors. */
  readonly access: 'visitor'
  readonly allowance: Allowance
  /** Given up first under load (reliability.md C5); health is never given up. */
  readonly isShed: boolean
}

const open = (path: string, allowance: Allowance, isShed: boolean): Route => ({
  path,
  access: 'visitor',
  allowance,
  isShed,
})

/**
 * Every route of the server (security.md 33). All of them read: GET and HEAD. A route that is registered without
 * standing here stops the start.
 */
export const ROUTES: readonly Route[] = [
  open('/api/arbitrage-opportunities', 'market', true),
  open('/api/cash-carry-opportunities', 'market', true),
  open('/api/triangular-opportunities', 'market', true),
  open('/api/market-stats', 'market', true),
  open('/api/crypto-prices', 'market', true),
  open('/api/status', 'market', false),
  open('/api/lifetimes', 'market', true),
  open('/api/stream', 'stream', true),
  open('/api/opportunities/:id/evidence', 'market', true),
  open('/api/openapi.json', 'market', false),
  open('/healthz', 'none', false),
  open('/readyz', 'none', false),
  open('/metrics', 'none', false),
  open('/*', 'site', false),
]

export const READING = 'GET, HEAD'

const byPath = new Map(ROUTES.map((route) => [route.path, route]))
const shapes = ROUTES.map((route) => ({
  route,
  shape: new RegExp(`^${route.path.replace(/:[a-z]+/g, '[^/]+').replace('*', '.*')}$`),
}))

/** The row of a route by the path under which it is registered. */
export const routeOf = (path: string): Route | undefined => byPath.get(path)

/** The row that an address belongs to, whatever the method; nothing under /api belongs to the site. */
export function routeAt(address: string): Route | undefined {
  const path = address.split('?', 1)[0] ?? ''
  const found = shapes.find(({ shape }) => shape.test(path))?.route
  return found?.path === '/*' && isApi(path) ? undefined : found
}

/** Whether an address is one of the API, where every answer is JSON. */
export const isApi = (path: string): boolean => /^\/api(\/|\?|$)/.test(path)
