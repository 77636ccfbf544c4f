import { randomBytes } from 'node:crypto'
import { HEADERS } from '@makas/contract'
import type { Database } from '../../adapters/storage/database/database.ts'
import { keyStore } from '../../adapters/storage/keys/key-store.ts'
import { leaseStore } from '../../adapters/storage/leases/lease-store.ts'
import { makeTestDatabase, type TestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { auditKeyIn, LiveKeys, readKeyRing } from '../../adapters/system/keys/key-file.ts'
import { KeyRing } from '../../adapters/system/keys/key-ring.ts'
import { LEAST_COST } from '../../adapters/system/passwords/password-hashing.ts'
import { newId } from '../../adapters/system/secrets/secret-texts.ts'
import { userAdapters } from '../../adapters/user-adapters.ts'
import type { DemoAccounts } from '../../app/api-keys/key-parts.ts'
import { NO_DEMO } from '../../app/api-keys/testing/no-demo.ts'
import type { MarketSource } from '../../app/ports/market/market-source.ts'
import type { KeyVault } from '../../app/ports/trading/key-vault.ts'
import type { OrderVault } from '../../app/ports/trading/order-vault.ts'
import type { UserPorts } from '../../app/ports/users/user-ports.ts'
import { TradeRunner } from '../../app/trading/trade-runner.ts'
import { createAdmin } from '../../app/users/admins.ts'
import { makeUserParts, type UserParts } from '../../app/users/user-parts.ts'
import type { EngineThread } from '../engine/engine-thread.ts'
import type { LoopDelay } from '../policies/load-gauge.ts'
import type { ServerSettings } from '../server.ts'
import type { ShiftedClock } from './shifted-clock.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export type UserServer = TestServer & {
  readonly db: TestDatabase
  readonly parts: UserParts
  readonly keys: KeyRing
  readonly alarms: string[]
}

type Options = Partial<ServerSettings> & {
  /** The vault that asks exchanges; without it no exchange can be reached. */
  readonly vault?: KeyVault
  /** The vault that sends orders; without it trades are stored and not run. */
  readonly orders?: OrderVault
  readonly demo?: DemoAccounts
  readonly engineThread?: () => EngineThread
  readonly source?: MarketSource
  readonly loopDelay?: LoopDelay
  /** The server to share a database with: this one is its second node. */
  readonly beside?: UserServer
  /** A key file that the server follows as it is replaced; without it keys never change. */
  readonly keyFile?: string
  /** A database connection in place of the direct one. */
  readonly over?: Database
  readonly change?: (adapters: UserPorts) => Partial<UserPorts>
  /** Whether the database has come up; left out: it has. */
  readonly areUsersUp?: () => boolean
}

const UNREACHABLE = { kind: 'unreachable', why: 'vault' } as const
const NO_VAULT: KeyVault = {
  isWorking: true,
  ask: async () => UNREACHABLE,
  askStored: async () => UNREACHABLE,
  balances: async () => UNREACHABLE,
  prepareOrder: async () => UNREACHABLE,
  holdings: async () => UNREACHABLE,
  seal: async () => null,
}

/** A real server with accounts, on a database of its own. Passwords are hashed at the least allowed cost. */
export async function startUserServer(options: Options = {}): Promise<UserServer> {
  const { keyFile } = options
  const db = options.beside?.db ?? (await makeTestDatabase(keyFile === undefined ? undefined : auditKeyIn(keyFile)))
  const database = options.over ?? db.database
  const ofFile = keyFile === undefined ? null : readKeyRing(keyFile)
  const keys = options.beside?.keys ?? ofFile ?? new KeyRing(randomBytes(32))
  const alarms: string[] = []
  const made: UserParts[] = []
  const demo = options.demo ?? NO_DEMO
  const makeParts = (clock: ShiftedClock): UserParts => {
    const basis = userAdapters({
      database: () => database,
      keys:
        keyFile === undefined
          ? keys.at(() => clock.now())
          : new LiveKeys(keyFile, keys, clock, (_level, event) => alarms.push(event)),
      isDemoShown: demo.isShown,
      breachListFile: null,
      hashCost: LEAST_COST,
      wall: () => clock.now(),
    })
    const adapters = { ...basis, ...options.change?.(basis) }
    return makeUserParts({
      ...adapters,
      clock,
      log: (event) => alarms.push(event),
      limitScale: options.rateLimitScale ?? 1,
    })
  }
  let runner: TradeRunner | null = null
  const server = await startTestServer({
    ...options,
    wakeTrades: () => runner?.wake(),
    exchangeKeys: (clock) => ({
      store: keyStore(() => database),
      vault: options.vault ?? NO_VAULT,
      demo,
      clock,
      newId,
      alarm: (event) => alarms.push(event),
    }),
    users: (clock) => {
      if (options.areUsersUp?.() === false) return null
      if (made.length === 0) made.push(makeParts(clock))
      return made[0] ?? null
    },
  })
  const parts = made[0] ?? makeParts(server.clock)
  if (made.length === 0) made.push(parts)
  if (options.orders !== undefined) {
    runner = new TradeRunner({
      trades: parts.trades,
      keys: keyStore(() => database),
      vault: options.orders,
      leases: leaseStore(() => database),
      holder: newId(),
      clock: server.clock,
      log: (_level, event) => alarms.push(event),
    })
    runner.start()
  }
  const { stop } = server
  return Object.assign(server, {
    db,
    keys,
    alarms,
    parts,
    stop: async () => {
      await runner?.stop()
      await stop()
    },
  })
}

export const ELIF = {
  email: 'elif@example.org',
  password: 'mavi-kedi-2026',
  firstName: 'Elif',
  lastName: 'Yılmaz',
  phoneNumber: '+905551112233',
  full_name: 'Elif Yılmaz',
} as const

export const ADMIN = {
  email: 'yonetim@example.org',
  password: 'uzun ve benzersiz bir cümle',
  firstName: 'Deniz',
  lastName: 'Kaya',
} as const

type CallOptions = { readonly token?: string; readonly headers?: Record<string, string>; readonly method?: string }

/** Makes one JSON call. */
export function send(
  server: { origin: string },
  path: string,
  body?: unknown,
  sent: CallOptions = {},
): Promise<Response> {
  return fetch(server.origin + path, {
    method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
      ...sent.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Makes a call that carries the renewal cookie, as the site sends it. */
export function sendCookie(server: { origin: string }, path: string, cookie: string): Promise<Response> {
  const headers = { cookie, origin: server.origin, [HEADERS.renewal]: '1' }
  return send(server, path, undefined, { method: 'POST', headers })
}

/** `name=value` of the renewal cookie that an answer sets; null without one. */
export const cookieOf = (answer: Response): string | null => answer.headers.get('set-cookie')?.split(';', 1)[0] ?? null

export type SignedIn = { readonly token: string; readonly cookie: string; readonly id: string }

export async function signedIn(answer: Response): Promise<SignedIn> {
  const body = (await answer.json()) as { access_token?: string; user?: { id: string } }
  const cookie = cookieOf(answer)
  if (body.access_token === undefined || body.user === undefined || cookie === null)
    throw new Error(`not signed in: ${answer.status} ${JSON.stringify(body)}`)
  return { token: body.access_token, cookie, id: body.user.id }
}

/** Creates an admin with the fields of `ADMIN` that `change` leaves, and logs in. */
export async function signInAdmin(
  server: UserServer,
  change: Partial<Record<keyof typeof ADMIN, string>> = {},
): Promise<SignedIn> {
  const admin = { ...ADMIN, ...change }
  await createAdmin(server.parts, admin)
  return signedIn(await send(server, '/api/admin/auth/login', admin))
}

export async function signUp(server: { origin: string }, email: string = ELIF.email): Promise<SignedIn> {
  return signedIn(await send(server, '/api/auth/register', { ...ELIF, email }))
}
