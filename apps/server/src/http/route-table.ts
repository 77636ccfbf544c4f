import type { ZodType } from 'zod'
import { type Access, ALL_ACCOUNT_CALLS, type Call } from './account-calls.ts'
import { ALL_ADMIN_CALLS } from './admin-calls.ts'
import { ALL_KEY_CALLS } from './key-calls.ts'
import { PORTFOLIO_CALLS } from './portfolio-calls.ts'
import { ALL_SUPPORT_CALLS } from './support-calls.ts'

/** Which allowance of its address a call counts against (security.md 64). */
export type Allowance = 'market' | 'stream' | 'site' | 'none'

export type Route = {
  readonly method: Call['method']
  readonly path: string
  /** Who may call it. */
  readonly access: Access
  readonly allowance: Allowance
  /** Given up first under load (reliability.md C5); login, logout and health are never given up. */
  readonly isShed: boolean
  /** Answered from the database: asked for while the server starts, it waits for that. */
  readonly needsAccounts: boolean
  /** The fields that may be written; null where nothing is read from a body. */
  readonly body: ZodType | null
  /** Bytes; null: as every other (security.md 51). */
  readonly bodyLimit: number | null
}

const open = (path: string, allowance: Allowance, isShed: boolean): Route => ({
  method: 'GET',
  path,
  access: 'visitor',
  allowance,
  isShed,
  needsAccounts: false,
  body: null,
  bodyLimit: null,
})

const CALLS: readonly Call[] = [
  ...ALL_ACCOUNT_CALLS,
  ...ALL_KEY_CALLS,
  PORTFOLIO_CALLS.balances,
  ...ALL_SUPPORT_CALLS,
  ...ALL_ADMIN_CALLS,
]

const ofCall = ({ method, path, access, body, bodyLimit }: Call, isShed: boolean): Route => ({
  method,
  path,
  access,
  body,
  bodyLimit,
  allowance: 'market',
  isShed,
  needsAccounts: true,
})

/**
 * Every route of the server (security.md 33). What may be read of each says its schema. A route that is registered
 * without standing here stops the start.
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
  { ...open('/api/help-articles', 'market', false), needsAccounts: true },
  ...CALLS.map((call) => ofCall(call, false)),
  ofCall(PORTFOLIO_CALLS.personalSpot, true),
  open('/healthz', 'none', false),
  open('/readyz', 'none', false),
  open('/metrics', 'none', false),
  open('/*', 'site', false),
]

const nameOf = (method: string, path: string) => `${method === 'HEAD' ? 'GET' : method} ${path}`
const byName = new Map(ROUTES.map((route) => [nameOf(route.method, route.path), route]))
const shapes = ROUTES.map((route) => ({
  route,
  shape: new RegExp(`^${route.path.replace(/:[a-z]+/g, '[^/]+').replace('*', '.*')}$`),
}))

/** The row of a route by method and the path under which it is registered; HEAD is GET. */
export const routeOf = (method: string, path: string): Route | undefined => byName.get(nameOf(method, path))

/** The methods that an address knows, as the Allow header wants them; null where nothing is there. */
export function allowedAt(address: string): string | null {
  const path = address.split('?', 1)[0] ?? ''
  const methods = shapes
    .filter(({ route, shape }) => shape.test(path) && !(route.path === '/*' && isApi(path)))
    .map(({ route }) => (route.method === 'GET' ? 'GET, HEAD' : route.method))
  return methods.length === 0 ? null : [...new Set(methods)].join(', ')
}

/** Whether an address is one of the API, where every answer is JSON. */
export const isApi = (path: string): boolean => /^\/api(\/|\?|$)/.test(path)
