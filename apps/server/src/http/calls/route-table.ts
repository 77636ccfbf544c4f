import { PATHS } from '@makas/contract'
import { MODES } from '@makas/domain'
import type { ZodType } from 'zod'
import { ALL_ADMIN_CALLS } from './admin-calls.ts'
import { ALL_KEY_CALLS } from './key-calls.ts'
import { ALL_PAPER_CALLS } from './paper-calls.ts'
import { PORTFOLIO_CALLS } from './portfolio-calls.ts'
import { ADDRESS_RATES, ADMIN_CALLS, type Rate, readsOf, STREAM_CONNECTS, WRITES } from './rates.ts'
import { ALL_SUPPORT_CALLS } from './support-calls.ts'
import { ALL_TICKET_CALLS } from './ticket-calls.ts'
import { ALL_TRADE_CALLS } from './trade-calls.ts'
import { type Access, ALL_USER_CALLS, type Call } from './user-calls.ts'
import { ALL_VIEW_CALLS } from './view-calls.ts'

/**
 * Kinds of calls in the order in which overload sheds them (reliability-matrix.md C5). Login, logout, key delete and
 * health are never shed.
 */
export const SHED_ORDER = ['visitors', 'personal', 'admin'] as const
export type ShedKind = (typeof SHED_ORDER)[number]

export type Route = {
  readonly method: Call['method']
  readonly path: string
  readonly access: Access
  /** Rates that the call counts against, of the caller's address and of the user (security.md 64). */
  readonly rates: readonly Rate[]
  /**
   * Kind by which overload sheds the call; null: never. A `visitors` call of a logged-in viewer counts as `personal`.
   */
  readonly shed: ShedKind | null
  /** Whether the database answers the call: while the server starts, the call waits for the database. */
  readonly needsUsers: boolean
  /** Schema of the body; null where no body is read. */
  readonly body: ZodType | null
  /** Largest body, bytes; null: the limit of all other calls (security.md 51). */
  readonly bodyLimit: number | null
  /** Every action that the call can leave in the audit log (security.md 67). */
  readonly audit: readonly string[]
}

const open = (path: string, rates: readonly Rate[], shed: ShedKind | null = null): Route => ({
  method: 'GET',
  path,
  access: 'visitor',
  rates,
  shed,
  needsUsers: false,
  body: null,
  bodyLimit: null,
  audit: [],
})

/** A list: frozen for visitors, live for logged-in users, who have a limit of their own. */
const list = (path: string): Route => open(path, [ADDRESS_RATES.market, readsOf(path)], 'visitors')

const CALLS: readonly Call[] = [
  ...ALL_USER_CALLS,
  ...ALL_KEY_CALLS,
  PORTFOLIO_CALLS.balances,
  ...ALL_PAPER_CALLS,
  ...ALL_TRADE_CALLS,
  ...ALL_SUPPORT_CALLS,
  ...ALL_TICKET_CALLS,
  ...ALL_VIEW_CALLS,
  ...ALL_ADMIN_CALLS,
]

function userRates({ access, method, path, stores }: Call): readonly Rate[] {
  if (access === 'visitor') return []
  if (access === 'admin') return [ADMIN_CALLS]
  if (method === 'GET') return [readsOf(path)]
  return stores ? [WRITES] : []
}

/** Lists and pages of the panel. `me`, which tells the panel who is logged in, is not one of them. */
const isAdminList = ({ method, access, path }: Call) => method === 'GET' && access === 'admin' && !path.endsWith('/me')

const ofCall = (call: Call, shed: ShedKind | null = isAdminList(call) ? 'admin' : null): Route => ({
  method: call.method,
  path: call.path,
  access: call.access,
  body: call.body,
  bodyLimit: call.bodyLimit,
  audit: call.audit,
  rates: [ADDRESS_RATES.market, ...userRates(call), ...(call.rate === null ? [] : [call.rate])],
  shed,
  needsUsers: true,
})

/**
 * Every route of the server (security.md 33); the schemas say which fields are read. Registering a route that is not
 * listed here stops the start.
 */
export const ROUTES: readonly Route[] = [
  ...MODES.map((mode) => list(PATHS.lists[mode])),
  list('/api/market-stats'),
  list('/api/crypto-prices'),
  open('/api/status', [ADDRESS_RATES.market]),
  list('/api/lifetimes'),
  open('/api/stream', [ADDRESS_RATES.stream, STREAM_CONNECTS], 'visitors'),
  list('/api/opportunities/:id/evidence'),
  list('/api/opportunities/:id/history'),
  open('/api/openapi.json', [ADDRESS_RATES.market]),
  { ...open('/api/help-articles', [ADDRESS_RATES.market]), needsUsers: true },
  ...CALLS.map((call) => ofCall(call)),
  ofCall(PORTFOLIO_CALLS.personalSpot, 'personal'),
  open('/healthz', []),
  open('/readyz', []),
  open('/metrics', []),
  open('/*', [ADDRESS_RATES.site]),
]

const nameOf = (method: string, path: string) => `${method === 'HEAD' ? 'GET' : method} ${path}`
const byName = new Map(ROUTES.map((route) => [nameOf(route.method, route.path), route]))
const shapes = ROUTES.map((route) => ({
  route,
  shape: new RegExp(`^${route.path.replace(/:[a-z]+/g, '[^/]+').replace('*', '.*')}$`),
}))

/** The row of a route by method and registered path; HEAD is GET. */
export const routeOf = (method: string, path: string): Route | undefined => byName.get(nameOf(method, path))

/** The Allow header's methods of an address; null where no route matches. */
export function allowedAt(address: string): string | null {
  const path = address.split('?', 1)[0] ?? ''
  const methods = shapes
    .filter(({ route, shape }) => shape.test(path) && !(route.path === '/*' && isApi(path)))
    .map(({ route }) => (route.method === 'GET' ? 'GET, HEAD' : route.method))
  return methods.length === 0 ? null : [...new Set(methods)].join(', ')
}

/** Whether an address belongs to the API, where every answer is JSON. */
export const isApi = (path: string): boolean => /^\/api(\/|\?|$)/.test(path)
