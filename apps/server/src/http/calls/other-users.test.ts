import { expect, test } from 'vitest'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import { answeringVault } from '../testing/answering-vault.ts'
import { row } from '../testing/rows.ts'
import { TEST_KEYS } from '../testing/test-keys.ts'
import { jsonOf } from '../testing/test-server.ts'
import { send, signUp, startUserServer } from '../testing/user-server.ts'
import { ROUTES } from './route-table.ts'

/** Tables with people's data; another user's call changes none of them. */
const TABLES = [
  ...['exchange_keys', 'tickets', 'ticket_messages', 'tickets_seen', 'ticket_status_changes'],
  ...['paper_trades', 'trades', 'trade_orders'],
]
const RICH = ['USDT', 'SOL'].map((asset) => ({ asset, free: '90000', used: '0', total: '90000' }))
const NOBODYS_ID = 'AAAAAAAAAAAAAAAAAAAAAA'
const NAME_OF_A = 'Ayşegül'

/** Ids of A's records, by the path segment before them. */
const idsOfA = new Map<string, string>()

const permissions = { read: true, spotTrade: true, futuresTrade: true, withdraw: false, transfer: false }
const reading = {
  kind: 'read',
  permissions,
  balances: { kind: 'read', value: { trading: RICH, futures: null } },
  fees: { kind: 'read', value: { spot: null, perp: null } },
} as const
const server = await startUserServer({
  rateLimitScale: 1_000,
  vault: answeringVault(reading, () => server.keys),
})
afterFile(() => server.stop())
server.scripted.publish({ rows: [row('spot.SOL-USDT.okx.binance')] })
const a = await signUp(server, 'a-kisisi@example.org')
const b = await signUp(server, 'b-kisisi@example.org')
await server.db.query('update users set first_name = $1, is_premium = true where id = $2', [NAME_OF_A, a.id])
const made = async (word: string, path: string, body: object) => {
  const answer = await send(server, path, body, { token: a.token })
  expect([path, answer.status]).toEqual([path, 201])
  idsOfA.set(word, (await jsonOf<{ id: string }>(answer)).id)
}
const key = { exchange_name: 'binance', api_key: 'a'.repeat(64), api_secret: 'b'.repeat(64), testnet: false }
await made('api-keys', '/api/api-keys', key)
await made('paper-trades', '/api/paper-trades', { opportunity_id: 'spot.SOL-USDT.okx.binance', amount: 1_000 })
for (const exchange of ['binance', 'okx'] as const) await made('api-keys', '/api/api-keys', TEST_KEYS[exchange])
await made('trades', '/api/trades', { opportunity_id: 'spot.SOL-USDT.okx.binance', amount: '1000' })
await made('tickets', '/api/tickets', { title: 'Gizli başlık', description: 'Gizli metin' })
const sessions = await send(server, '/api/account/sessions', undefined, { token: a.token })
idsOfA.set('sessions', (await jsonOf<{ id: string }[]>(sessions))[0]?.id ?? '')

async function stored(): Promise<string> {
  const lines: unknown[] = []
  for (const table of TABLES)
    lines.push(...(await server.db.query(`select row_to_json(t)::text as line from ${table} t order by 1`)))
  return JSON.stringify(lines)
}

const BODY = {
  message: 'Merhaba',
  title: 'Başka',
  description: 'Başka',
  password: 'mavi-kedi-2026',
  until: '2026-11-23T12:00:00.000Z',
}
const ofUsers = ROUTES.filter(({ access }) => access === 'user')
const withId = ofUsers.filter(({ path }) => path.includes('/:id'))

test('every call with an id is tried', () => {
  for (const { path } of withId) expect(idsOfA.has(/([\w-]+)\/:id/.exec(path)?.[1] ?? '')).toBe(true)
  expect(withId.length).toBeGreaterThanOrEqual(3)
})

test.each(withId.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '[SEC-34] %s: A’s record does not exist for B, and stays unchanged',
  async (_name, route) => {
    const word = /([\w-]+)\/:id/.exec(route.path)?.[1] ?? ''
    const before = await stored()
    const as = async (token: string, id: string) => {
      const body = route.body === null ? undefined : BODY
      const answer = await send(server, route.path.replace(':id', id), body, { token, method: route.method })
      return [answer.status, await answer.text()]
    }
    const foreign = await as(b.token, idsOfA.get(word) ?? '')
    expect(foreign).toEqual(await as(b.token, NOBODYS_ID))
    expect(foreign[0]).toBe(404)
    expect(await stored()).toBe(before)
  },
)

test.each(ofUsers.filter(({ method, path }) => method === 'GET' && !path.includes(':')).map(({ path }) => [path]))(
  '[SEC-34] GET %s shows B nothing of A',
  async (path) => {
    const own = await (await send(server, path, undefined, { token: a.token })).text()
    const text = await (await send(server, path, undefined, { token: b.token })).text()
    expect(own.length).toBeGreaterThan(0)
    for (const secret of [...idsOfA.values(), a.id, 'a-kisisi', 'Gizli', NAME_OF_A]) expect(text).not.toContain(secret)
  },
)
