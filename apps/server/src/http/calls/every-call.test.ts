import { ErrorBody } from '@makas/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import type { KeyReading } from '../../app/ports/trading/key-vault.ts'
import { answeringVault } from '../testing/answering-vault.ts'
import { calls, LEAKS, pick, RIGHT, ROW_ID, requestOf, twist } from '../testing/bad-requests.ts'
import { ownTime } from '../testing/own-time.ts'
import { row } from '../testing/rows.ts'
import { unspecified } from '../testing/sentences.ts'
import { eventually, jsonOf } from '../testing/test-server.ts'
import { send, signInAdmin, signUp, startUserServer } from '../testing/user-server.ts'

const REQUESTS = isLongRun ? 20_000 : 1_000
/** An idle server answers anything within this, ms. */
const ANSWERS_WITHIN_MS = 4_000

const READ: KeyReading = {
  kind: 'read',
  permissions: { read: true, spotTrade: true, futuresTrade: true, withdraw: false, transfer: false },
  balances: { kind: 'read', value: { trading: [], futures: null } },
  fees: { kind: 'read', value: { spot: null, perp: null } },
}

let tokens: Readonly<Record<'user' | 'admin', string>>
let users = 0
/** An id that exists, by the path segment before it. */
const ids = new Map<string, string>([['opportunities', ROW_ID]])

const server = await startUserServer({
  rateLimitScale: 1e9,
  // Neither slow hashes nor the login throttle keep requests from the code behind them.
  change: ({ attempts }) => ({
    attempts: { ...attempts, begin: async () => null },
    hashing: {
      shared: { used: 0, waiting: 0, refused: 0 },
      admit: (_by, work) => work(),
      hash: async (password) => ({ hash: password, pepperId: 'plain' }),
      verify: async (password, stored) => ({ isRight: stored?.hash === password, isOutdated: false }),
    },
  }),
  vault: answeringVault(READ, () => server.keys),
})
afterFile(() => server.stop())
server.scripted.publish({ rows: [row(ROW_ID)] })
await eventually(async () => (await server.get('/api/arbitrage-opportunities')).ok)
await renew()

/** Signs in anew: a request may have ended the sessions, or deleted the accounts. */
async function renew(): Promise<void> {
  const { token } = await signInAdmin(server, { email: `yonetim${++users}@example.org` })
  const user = await signUp(server, `elif${users}@example.org`)
  tokens = { user: user.token, admin: token }
  ids.set('users', user.id)
  const made = async (word: string, path: string, body: object, whose: 'user' | 'admin') =>
    ids.set(word, (await jsonOf<{ id: string }>(await send(server, path, body, { token: tokens[whose] }))).id)
  const { exchange_name, api_key, api_secret, testnet } = RIGHT
  await made('api-keys', '/api/api-keys', { exchange_name, api_key, api_secret, testnet }, 'user')
  await made('tickets', '/api/tickets', { title: 'metin', description: 'metin' }, 'user')
  await made('help-articles', '/api/admin/help-articles', { title: 'metin', content: 'metin' }, 'admin')
}

test('[SEC-50] whatever is sent to any call of the table is answered in Turkish, in time, without a word of what lies behind', {
  timeout: 3_600_000,
}, async (context) => {
  const seed = seedFor('SEC-50', 63)
  const whose = pick('own', 'own', 'own', 'own', 'none', 'other', 'forged')
  const statuses: Record<string, number> = {}
  let slowest = 0
  await fc.assert(
    fc.asyncProperty(pick(...calls), whose, twist, async (route, who, wrong) => {
      const own = route.access === 'admin' ? 'admin' : 'user'
      const other = own === 'admin' ? 'user' : 'admin'
      const token = who === 'own' ? tokens[own] : who === 'other' ? tokens[other] : who === 'forged' ? 'a.b.c' : null
      const begun = ownTime()
      const answer = await server.raw(requestOf(route, token, wrong, ids))
      const ms = ownTime() - begun
      slowest = Math.max(slowest, ms)
      const end = answer.indexOf('\r\n\r\n')
      const [, status = 'none'] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? []
      const body = answer.slice(end + 4)
      const told = { call: `${route.method} ${route.path}`, wrong, status, body: body.slice(0, 500) }
      statuses[status] = (statuses[status] ?? 0) + 1
      expect(ms, JSON.stringify(told)).toBeLessThan(ANSWERS_WITHIN_MS)
      expect(Number(status), JSON.stringify(told)).toBeGreaterThanOrEqual(200)
      expect(Number(status), JSON.stringify(told)).toBeLessThan(500)
      if (who === 'own' && (status === '401' || status === '204')) await renew()
      if (Number(status) < 400 || body === '') return
      expect(body, JSON.stringify(told)).not.toMatch(LEAKS)
      expect([told, unspecified(ErrorBody.parse(JSON.parse(body)))]).toEqual([told, null])
    }),
    { seed, numRuns: REQUESTS },
  )
  expect(server.logged.filter(({ level }) => level >= 50)).toEqual([])
  // Most requests are refused, some are accepted, and not all for one reason.
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '400', '401', '404', '405', '413', '415']))
  recordFigure(context, {
    row: 'SEC-50',
    wanted: 'bad input over every call: never a 5xx, a hang, a stack or English',
    measured: `${REQUESTS} requests to ${calls.length} calls: 0 wrong; slowest ${Math.round(slowest)} ms; ${Object.entries(
      statuses,
    )
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
    seed,
  })
})
