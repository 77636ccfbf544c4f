import { HEADERS, PATHS, TRADING_PATHS } from '@makas/contract'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import type { CallFailure, KeyReading } from '../../app/ports/trading/key-vault.ts'
import { beginAdminSetup } from '../../app/users/admins.ts'
import { beginReset } from '../../app/users/passwords.ts'
import { answeringVault } from '../testing/answering-vault.ts'
import { row } from '../testing/rows.ts'
import { TEST_KEYS } from '../testing/test-keys.ts'
import { jsonOf } from '../testing/test-server.ts'
import {
  ADMIN,
  cookieOf,
  ELIF,
  type SignedIn,
  send,
  sendCookie,
  signInAdmin,
  signUp,
  startUserServer,
} from '../testing/user-server.ts'
import { ROUTES } from './route-table.ts'

const ROW = 'spot.SOL-USDT.okx.binance'
const READ: KeyReading = {
  kind: 'read',
  permissions: { read: true, spotTrade: true, futuresTrade: true, withdraw: false, transfer: false },
  balances: {
    kind: 'read',
    value: {
      trading: ['USDT', 'SOL'].map((asset) => ({ asset, free: '90000', used: '0', total: '90000' })),
      futures: null,
    },
  },
  fees: { kind: 'read', value: { spot: null, perp: null } },
}
const MAY_WITHDRAW: KeyReading = { ...READ, permissions: { ...READ.permissions, withdraw: true } }
const GONE: CallFailure = { kind: 'refused', why: 'key' }
const KEY = { exchange_name: 'binance', api_key: 'a'.repeat(64), api_secret: 'b'.repeat(64), testnet: false }
const TRIED = { exchange: 'binance', apiKey: 'a'.repeat(64), secretKey: 'b'.repeat(64), testMode: false }
const ARTICLE = { title: 'Başlık', content: 'Metin', category: 'genel', order: 1, is_published: true }
const TICKET = { title: 'Başlık', description: 'Metin', category: 'genel', priority: 'medium' }

/** The exchange's answer for every key. */
let answer: KeyReading | CallFailure = READ
let isDemo = false
let users = 0

type TestUser = SignedIn & { readonly email: string; readonly password: string }

async function newUser(): Promise<TestUser> {
  const email = `elif${++users}@example.org`
  return { ...(await signUp(server, email)), email, password: ELIF.password }
}

async function newAdmin(): Promise<TestUser> {
  const email = `yonetim${++users}@example.org`
  return { ...(await signInAdmin(server, { email })), email, password: ADMIN.password }
}

const newUserOf = (audience: 'user' | 'admin') => (audience === 'user' ? newUser() : newAdmin())
const idOf = async (made: Promise<Response>) => (await jsonOf<{ id: string }>(await made)).id
const ask = (method: string, path: string, who: SignedIn | null = null, body?: unknown) =>
  send(server, path, body, { method, ...(who === null ? {} : { token: who.token }) })

const server = await startUserServer({
  rateLimitScale: 1_000,
  vault: answeringVault(
    READ,
    () => server.keys,
    () => answer,
  ),
  demo: {
    isShown: () => isDemo,
    accountsOf: () => [{ apiKey: 'd'.repeat(64), secret: 's'.repeat(64), passphrase: null }],
  },
})
afterFile(() => server.stop())

const addKey = async (who: SignedIn) => idOf(ask('POST', PATHS.apiKeys, who, KEY))
const openTicket = async (who?: SignedIn) => idOf(ask('POST', PATHS.tickets, who ?? (await newUser()), TICKET))
const addArticle = async () => idOf(ask('POST', PATHS.adminArticles, await newAdmin(), ARTICLE))
const tradeOnPaper = (who: SignedIn) => ask('POST', PATHS.paperTrades, who, { opportunity_id: ROW, amount: 1_000 })
const orderRow = async (path: string) => {
  const who = await newUser()
  await server.db.query('update users set is_premium = true where id = $1', [who.id])
  for (const key of Object.values(TEST_KEYS)) await ask('POST', PATHS.apiKeys, who, key)
  return { who, answer: await ask('POST', path, who, { opportunity_id: ROW, amount: '1000' }) }
}
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() })

async function whileExchangeSays<T>(said: KeyReading | CallFailure, act: () => Promise<T>): Promise<T> {
  answer = said
  try {
    return await act()
  } finally {
    answer = READ
  }
}

async function whileDemo<T>(act: () => Promise<T>): Promise<T> {
  isDemo = true
  try {
    return await act()
  } finally {
    isDemo = false
  }
}

type Deed = () => Promise<readonly Response[]>

/** What is done with the sessions of users and admins, at each audience's own addresses. */
function sessionDeeds(at: string, audience: 'user' | 'admin'): Readonly<Record<string, Deed>> {
  const begin = async (who: TestUser) => {
    const begun = await ask('POST', `${at}/totp`, who)
    return { begun, secret: (await jsonOf<{ secret: string }>(begun.clone())).secret }
  }
  const protect = async (who: TestUser) => {
    const { secret } = await begin(who)
    const confirmed = await ask('POST', `${at}/totp/confirm`, who, { code: codeOf(secret) })
    // A code works once.
    server.clock.leap(60_000)
    return { confirmed, secret }
  }
  return {
    [`POST ${at}/login`]: async () => {
      const who = await newUserOf(audience)
      const { email, password } = who
      const { secret } = await protect(who)
      const wrong = await send(server, `${at}/login`, { email, password: `${password}!` })
      server.clock.leap(60_000)
      const half = await send(server, `${at}/login`, { email, password })
      return [wrong, half, await send(server, `${at}/login`, { email, password, totp: codeOf(secret) })]
    },
    [`POST ${at}/refresh`]: async () => {
      const { cookie } = await newUserOf(audience)
      const first = await sendCookie(server, `${at}/refresh`, cookie)
      const second = await sendCookie(server, `${at}/refresh`, cookieOf(first) ?? '')
      return [first, second, await sendCookie(server, `${at}/refresh`, cookie)]
    },
    [`POST ${at}/logout`]: async () => [await ask('POST', `${at}/logout`, await newUserOf(audience))],
    [`POST ${at}/password`]: async () => {
      const who = await newUserOf(audience)
      const change = (current_password: string) =>
        ask('POST', `${at}/password`, who, { current_password, new_password: 'yeni ve uzun bir cümle 2026' })
      const wrong = await change('yanlis-kedi')
      server.clock.leap(60_000)
      return [wrong, await change(who.password)]
    },
    [`POST ${at}/totp`]: async () => [(await begin(await newUserOf(audience))).begun],
    [`POST ${at}/totp/confirm`]: async () => [(await protect(await newUserOf(audience))).confirmed],
    [`DELETE ${at}/totp`]: async () => {
      const who = await newUserOf(audience)
      const { secret } = await protect(who)
      const off = (password: string) => ask('DELETE', `${at}/totp`, who, { password, totp: codeOf(secret) })
      const wrong = await off('yanlis-kedi')
      server.clock.leap(60_000)
      return [wrong, await off(who.password)]
    },
    [`POST ${at}/proof`]: async () => {
      const who = await newUserOf(audience)
      const wrong = await ask('POST', `${at}/proof`, who, { password: 'yanlis-kedi' })
      server.clock.leap(60_000)
      return [wrong, await ask('POST', `${at}/proof`, who, { password: who.password })]
    },
    [`POST ${at}/reset`]: async () => {
      const { email } = await newUserOf(audience)
      const [made] = await beginReset(server.parts, email)
      return [await send(server, `${at}/reset`, { token: made?.token, password: 'yeni ve uzun bir cümle 2026' })]
    },
  }
}

/** How a call that needs more than its address is made: as it should be, and with every refusal that is audited. */
const DEEDS: Readonly<Record<string, Deed>> = {
  // Before there is any admin.
  [`POST ${PATHS.adminSetup}`]: async () => {
    const token = await beginAdminSetup(server.parts)
    return [await send(server, PATHS.adminSetup, { ...ADMIN, token })]
  },
  ...sessionDeeds(PATHS.auth, 'user'),
  ...sessionDeeds(PATHS.adminAuth, 'admin'),
  [`POST ${PATHS.auth}/register`]: async () => [
    await send(server, `${PATHS.auth}/register`, { ...ELIF, email: `elif${++users}@example.org` }),
  ],
  [`DELETE ${PATHS.account}`]: async () => {
    const who = await newUser()
    const wrong = await ask('DELETE', PATHS.account, who, { password: 'yanlis-kedi' })
    server.clock.leap(60_000)
    return [wrong, await ask('DELETE', PATHS.account, who, { password: who.password })]
  },
  [`DELETE ${PATHS.accountSessions}/:id`]: async () => {
    const who = await newUser()
    const [own] = await jsonOf<{ id: string }[]>(await ask('GET', PATHS.accountSessions, who))
    return [await ask('DELETE', `${PATHS.accountSessions}/${own?.id}`, who)]
  },
  [`DELETE ${PATHS.accountSessions}`]: async () => {
    const who = await newUser()
    await send(server, `${PATHS.auth}/login`, { email: who.email, password: who.password })
    return [await ask('DELETE', PATHS.accountSessions, who)]
  },
  [`POST ${PATHS.apiKeys}`]: async () => {
    const who = await newUser()
    const refused = await whileExchangeSays(MAY_WITHDRAW, () => ask('POST', PATHS.apiKeys, who, KEY))
    return [refused, await ask('POST', PATHS.apiKeys, who, KEY)]
  },
  [`POST ${PATHS.demoKey}`]: async () => {
    const connect = async () => ask('POST', PATHS.demoKey, await newUser(), { exchange_name: 'binance' })
    return whileDemo(async () => [await whileExchangeSays(GONE, connect), await connect()])
  },
  [`POST ${PATHS.apiKeys}/:id/validate`]: async () => {
    const who = await newUser()
    const id = await addKey(who)
    const check = () => ask('POST', `${PATHS.apiKeys}/${id}/validate`, who)
    return [
      await check(),
      await whileExchangeSays(GONE, check),
      await whileExchangeSays(MAY_WITHDRAW, check),
      await check(),
    ]
  },
  [`DELETE ${PATHS.apiKeys}/:id`]: async () => {
    const who = await newUser()
    return [await ask('DELETE', `${PATHS.apiKeys}/${await addKey(who)}`, who)]
  },
  [`DELETE ${PATHS.apiKeys}/:id/difference`]: async () => {
    const who = await newUser()
    const id = await addKey(who)
    const difference = { at: 1, kind: 'position', name: 'SOLUSDT', least: '0', most: '0', found: '-3' }
    await server.db.query('update exchange_keys set difference = $1 where id = $2', [JSON.stringify(difference), id])
    return [await ask('DELETE', `${PATHS.apiKeys}/${id}/difference`, who)]
  },
  [`POST ${PATHS.tryKey}`]: async () => [await ask('POST', PATHS.tryKey, await newUser(), TRIED)],
  [`POST ${PATHS.tradePlan}`]: async () => [(await orderRow(PATHS.tradePlan)).answer],
  [`POST ${PATHS.trades}`]: async () => [(await orderRow(PATHS.trades)).answer],
  [`GET ${PATHS.trades}/:id`]: async () => {
    const { who, answer: started } = await orderRow(PATHS.trades)
    return [await ask('GET', PATHS.trade((await jsonOf<{ id: string }>(started)).id), who)]
  },
  [`POST ${PATHS.paperTrades}`]: async () => [await tradeOnPaper(await newUser())],
  [`DELETE ${PATHS.paperTrades}`]: async () => {
    const who = await newUser()
    await tradeOnPaper(who)
    return [await ask('DELETE', PATHS.paperTrades, who)]
  },
  [`GET ${PATHS.helpArticles}/:id`]: async () => [await ask('GET', `${PATHS.helpArticles}/${await addArticle()}`)],
  [`POST ${PATHS.helpArticles}/:id/view`]: async () => [
    await ask('POST', `${PATHS.helpArticles}/${await addArticle()}/view`),
  ],
  [`GET ${PATHS.tickets}/:id`]: async () => {
    const who = await newUser()
    return [await ask('GET', `${PATHS.tickets}/${await openTicket(who)}`, who)]
  },
  [`POST ${PATHS.tickets}`]: async () => [await ask('POST', PATHS.tickets, await newUser(), TICKET)],
  [`POST ${PATHS.tickets}/:id/messages`]: async () => {
    const who = await newUser()
    return [await ask('POST', `${PATHS.tickets}/${await openTicket(who)}/messages`, who, { message: 'Metin' })]
  },
  [`POST ${PATHS.tickets}/:id/seen`]: async () => {
    const who = await newUser()
    const until = new Date(server.clock.now()).toISOString()
    return [await ask('POST', `${PATHS.tickets}/${await openTicket(who)}/seen`, who, { until })]
  },
  [`PUT ${PATHS.views}`]: async () => [await ask('PUT', PATHS.views, await newUser(), { views: [] })],
  [`GET ${PATHS.adminTickets}/:id`]: async () => [
    await ask('GET', `${PATHS.adminTickets}/${await openTicket()}`, await newAdmin()),
  ],
  [`PATCH ${PATHS.adminTickets}/:id`]: async () => {
    const path = `${PATHS.adminTickets}/${await openTicket()}`
    const admin = await newAdmin()
    const longAgo = { expected_updated_at: '2001-01-01T00:00:00.000Z' }
    return [
      // A ticket that was changed meanwhile is answered with its stored state.
      await ask('PATCH', path, admin, { status: 'closed', ...longAgo }),
      await ask('PATCH', path, admin, { status: 'closed' }),
    ]
  },
  [`POST ${PATHS.adminTickets}/:id/notes`]: async () => [
    await ask('POST', `${PATHS.adminTickets}/${await openTicket()}/notes`, await newAdmin(), { note: 'Metin' }),
  ],
  [`POST ${PATHS.adminTickets}/:id/presence`]: async () => [
    await ask('POST', `${PATHS.adminTickets}/${await openTicket()}/presence`, await newAdmin(), { is_writing: true }),
  ],
  [`POST ${PATHS.cannedReplies}`]: async () => [
    await ask('POST', PATHS.cannedReplies, await newAdmin(), { title: 'Başlık', text: 'Metin' }),
  ],
  [`DELETE ${PATHS.cannedReplies}/:id`]: async () => {
    const admin = await newAdmin()
    const id = await idOf(ask('POST', PATHS.cannedReplies, admin, { title: 'Öteki', text: 'Metin' }))
    return [await ask('DELETE', `${PATHS.cannedReplies}/${id}`, admin)]
  },
  [`GET ${PATHS.adminUsers}/:id`]: async () => [
    await ask('GET', `${PATHS.adminUsers}/${(await newUser()).id}`, await newAdmin()),
  ],
  [`GET ${PATHS.adminUsers}/:id/audit`]: async () => [
    await ask('GET', `${PATHS.adminUsers}/${(await newUser()).id}/audit`, await newAdmin()),
  ],
  [`PUT ${TRADING_PATHS.admin}`]: async () => {
    const admin = await newAdmin()
    return [
      await ask('PUT', TRADING_PATHS.admin, admin, { is_stopped: true }),
      await ask('PUT', TRADING_PATHS.admin, admin, { is_stopped: false }),
    ]
  },
  [`PATCH ${PATHS.adminUsers}/:id`]: async () => {
    const body = { is_premium: true, selectedPlan: 'monthly', is_active: true }
    const path = `${PATHS.adminUsers}/${(await newUser()).id}`
    const admin = await newAdmin()
    // An article that was changed meanwhile is answered with its stored state.
    return [await ask('PATCH', path, admin, { ...body, expected: body }), await ask('PATCH', path, admin, body)]
  },
  [`GET ${PATHS.adminArticles}/:id`]: async () => [
    await ask('GET', `${PATHS.adminArticles}/${await addArticle()}`, await newAdmin()),
  ],
  [`POST ${PATHS.adminArticles}`]: async () => [await ask('POST', PATHS.adminArticles, await newAdmin(), ARTICLE)],
  [`PATCH ${PATHS.adminArticles}/:id`]: async () => {
    const admin = await newAdmin()
    const id = await addArticle()
    const { updated_at: expected_updated_at } = await jsonOf<{ updated_at: string }>(
      await ask('GET', `${PATHS.adminArticles}/${id}`, admin),
    )
    return [await ask('PATCH', `${PATHS.adminArticles}/${id}`, admin, { title: 'Yeni', expected_updated_at })]
  },
  [`DELETE ${PATHS.adminArticles}/:id`]: async () => [
    await ask('DELETE', `${PATHS.adminArticles}/${await addArticle()}`, await newAdmin()),
  ],
}

/** The first admin's one-time address is good only while there is none. */
const calls = ROUTES.toSorted(
  (one, two) => Number(two.path === PATHS.adminSetup) - Number(one.path === PATHS.adminSetup),
)

const plainly = async ({ method, path, access }: (typeof ROUTES)[number]): Promise<readonly Response[]> => {
  const address = path === PATHS.stream ? `${path}?mode=spot` : path.replace(':id', ROW).replace('*', '')
  return [await ask(method, address, access === 'visitor' ? null : await newUserOf(access))]
}

test.each(calls.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '[SEC-67] %s leaves the lines of the table in the audit log, with the request and the caller',
  async (name, route) => {
    // A leap of the clock restarted the engine, without a row.
    server.scripted.publish({ rows: [row(ROW)] })
    const answers = await (DEEDS[name] ?? (() => plainly(route)))()
    // The last answer is that of the call as it should be made; a renewal's last answer is that of a stolen secret.
    const last = answers.at(-1)
    const isAsMade = last?.ok === true || route.audit.includes('session-reused')
    expect([name, isAsMade, isAsMade ? '' : await last?.clone().text()]).toEqual([name, true, ''])
    await Promise.all(answers.map((one) => one.body?.cancel()))
    const requests = answers.map((one) => one.headers.get(HEADERS.requestId))
    expect(requests).toEqual(answers.map(() => expect.any(String)))
    const lines = await server.db.query('select action, actor_kind from audit_log where request_id = any($1)', [
      requests,
    ])
    expect([...new Set(lines.map(({ action }) => action))].sort()).toEqual([...route.audit].sort())
    if (route.access !== 'visitor')
      for (const { action, actor_kind } of lines)
        if (action !== 'proof-failed') expect([action, actor_kind]).toEqual([action, route.access])
  },
)
