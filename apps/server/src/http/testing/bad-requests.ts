import { PATHS } from '@makas/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { ROUTES, type Route } from '../calls/route-table.ts'
import { nastyHeader, nastyPiece, nastyValue } from './nasty.ts'
import { ELIF } from './user-server.ts'

/** Id of the row that the tests publish. */
export const ROW_ID = 'spot.SOL-USDT.okx.binance'
/** Every call of the route table. */
export const calls = ROUTES.filter(({ path }) => path !== '/*')

/** Valid values by field name. */
export const RIGHT: Readonly<Record<string, unknown>> = {
  ...ELIF,
  current_password: ELIF.password,
  new_password: 'yeni-mavi-kedi-2026',
  expected: { is_premium: false, selectedPlan: 'free', is_active: true },
  opportunity_id: ROW_ID,
  amount: 1_000,
  exchange: 'binance',
  exchange_name: 'binance',
  apiKey: 'a'.repeat(64),
  api_key: 'a'.repeat(64),
  secretKey: 'b'.repeat(64),
  api_secret: 'b'.repeat(64),
  expected_updated_at: '2026-01-01T00:00:00.000Z',
  testnet: false,
  testMode: false,
}

/** A body that the call's schema accepts, as far as it can be guessed from the schema. */
function rightBody({ body }: Route): Record<string, unknown> {
  if (body === null) return {}
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    readonly properties?: Readonly<Record<string, { readonly type?: string; readonly enum?: readonly unknown[] }>>
  }
  const guess = (name: string, { type, enum: values }: { type?: string; enum?: readonly unknown[] }) =>
    RIGHT[name] ?? values?.[0] ?? (type === 'boolean' ? true : type === 'integer' || type === 'number' ? 1 : 'metin')
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, guess(name, of)]))
}
const rightBodies = new Map(calls.map((route) => [route, rightBody(route)]))

export const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values)
const method = pick('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'FLY')
const type = pick(
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=x',
  '',
)
const PLANTED = { is_admin: true, role: 'admin', id: 'x', user_id: 'x', constructor: { prototype: {} }, toString: 1 }

/** One defect of a request whose rest is valid. */
export const twist = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('fields'),
      place: fc.nat(),
      values: fc.array(nastyValue, { minLength: 1, maxLength: 3 }),
    }),
  },
  fc.record({ kind: fc.constant('missing'), place: fc.nat(7) }),
  fc.record({ kind: fc.constant('more'), value: nastyValue }),
  fc.record({ kind: fc.constant('whole'), value: nastyValue }),
  fc.record({ kind: fc.constant('bytes'), bytes: fc.uint8Array({ maxLength: 200 }) }),
  fc.record({ kind: fc.constant('cut'), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('proto'), name: pick('__proto__', 'constructor', 'prototype') }),
  fc.record({ kind: fc.constant('huge'), size: pick(32_769, 40_000, 60_000) }),
  fc.record({ kind: fc.constant('type'), type }),
  fc.record({ kind: fc.constant('method'), method }),
  fc.record({
    kind: fc.constant('path'),
    pieces: fc.array(nastyPiece, { minLength: 1, maxLength: 3 }),
    isAdded: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('query'),
    pieces: fc.array(fc.tuple(pick('limit', 'skip', 'mode', 'source', 'q', 'a[]'), nastyPiece), { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('headers'), lines: fc.array(nastyHeader, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('right') }),
) as fc.Arbitrary<Twist>

type Twist =
  | { readonly kind: 'fields'; readonly place: number; readonly values: readonly unknown[] }
  | { readonly kind: 'missing'; readonly place: number }
  | { readonly kind: 'more' | 'whole'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly share: number }
  | { readonly kind: 'proto'; readonly name: string }
  | { readonly kind: 'huge'; readonly size: number }
  | { readonly kind: 'type'; readonly type: string }
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'path'; readonly pieces: readonly string[]; readonly isAdded: boolean }
  | { readonly kind: 'query'; readonly pieces: readonly (readonly [string, string])[] }
  | { readonly kind: 'headers'; readonly lines: readonly string[] }
  | { readonly kind: 'right' }

function bodyOf(route: Route, twist: Twist): Buffer | null {
  const body: Record<string, unknown> = { ...rightBodies.get(route) }
  const names = Object.keys(body)
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  switch (twist.kind) {
    case 'fields':
      for (const [place, value] of twist.values.entries())
        body[names[(twist.place + place) % names.length] ?? 'a'] = value
      return json(body)
    case 'missing':
      delete body[names[twist.place % names.length] ?? '']
      return json(body)
    case 'more':
      return json({
        ...body,
        ...(twist.value === null ? PLANTED : { [String(twist.value).slice(0, 20)]: twist.value }),
      })
    case 'whole':
      return json(twist.value)
    case 'bytes':
      return Buffer.from(twist.bytes)
    case 'cut':
      return json(body).subarray(0, Math.floor(twist.share * json(body).length))
    case 'proto':
      return Buffer.from(
        JSON.stringify(body).replace('{', `{"${twist.name}":{"isAdmin":true}${names.length > 0 ? ',' : ''}`),
      )
    case 'huge':
      return json({ ...body, [names[0] ?? 'a']: 'a'.repeat(twist.size) })
    default:
      return route.body === null && twist.kind !== 'type' ? null : json(body)
  }
}

/** The bytes of a request with that token and defect; `ids` has an id that exists, by the path segment before it. */
export function requestOf(route: Route, whose: string | null, twist: Twist, ids: ReadonlyMap<string, string>): Buffer {
  const body = bodyOf(route, twist)
  const given = twist.kind === 'path' && !twist.isAdded ? twist.pieces.join('') : null
  const address = route.path.replace(/([\w-]+)\/:[a-z]+/i, (_, word) => `${word}/${given ?? ids.get(word) ?? ROW_ID}`)
  const added = twist.kind === 'path' && twist.isAdded ? `/${twist.pieces.join('/')}` : ''
  // A stream of a valid mode would never end.
  const pieces =
    twist.kind === 'query' ? twist.pieces.map(([name, value]) => `${name}=${value.replaceAll('#', '')}`) : []
  const asked = route.path === PATHS.stream ? ['mode=none', ...pieces] : pieces
  const lines = [
    `${twist.kind === 'method' ? twist.method : route.method} ${address}${added}${asked.length > 0 ? `?${asked.join('&')}` : ''} HTTP/1.1`,
    'host: makas',
    'connection: close',
    ...(whose === null ? [] : [`authorization: Bearer ${whose}`]),
    ...(body === null
      ? []
      : [`content-type: ${twist.kind === 'type' ? twist.type : 'application/json'}`, `content-length: ${body.length}`]),
    ...(twist.kind === 'headers' ? twist.lines : []),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)])
}

/** Texts that no refusal may hold: of a stack, a path, a library, SQL or the system. */
export const LEAKS = /node_modules|\bat [\w.<>]+ \(|\.[jt]s:\d+|\bZod|\bpg_|postgres|fastify|select .* from|ECONN|FST_/i
