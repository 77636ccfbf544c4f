import { randomUUID } from 'node:crypto'
import { ErrorBody } from '@makas/contract'
import fc from 'fast-check'
import { expect, type TestContext, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { databaseUrlOf, makeTestDatabase, type TestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { calls, LEAKS, pick, ROW_ID, requestOf, twist } from '../../http/testing/bad-requests.ts'
import { unspecified } from '../../http/testing/sentences.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually, exchangeRaw, jsonOf } from '../../http/testing/test-server.ts'
import { ADMIN, ELIF, type SignedIn, send, signedIn, signUp } from '../../http/testing/user-server.ts'
import { type Simulator, startSimulator } from '../../simulator/index.ts'
import { Caller } from '../testing/load/load.ts'

const REQUESTS = isLongRun ? 20_000 : 300
const SENDERS = 6
/** Readers of a list who call again after each answer, beside the senders. */
const READERS = 10
const LIST = '/api/arbitrage-opportunities'
const LOAD_MS = 1_000
/** Bad requests for each failure inside the server that the test causes itself. */
const PLANTED_EVERY = 20
/** Time after which a request without an answer counts as hanging, ms; hashes give way to all else on a busy machine. */
const HANGS_MS = 120_000

/** The real server, with real hashes, its vault, a database and exchanges that are simulated. */
class RealServer {
  readonly process: ServerProcess
  readonly simulator: Simulator
  readonly db: TestDatabase
  origin = ''

  private constructor(simulator: Simulator, db: TestDatabase) {
    this.simulator = simulator
    this.db = db
    this.process = new ServerProcess({
      DATABASE_URL: databaseUrlOf(db.owner),
      EXCHANGE_ORIGIN: simulator.origin,
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'info',
    })
  }

  static async started(context: TestContext): Promise<RealServer> {
    const simulator = await startSimulator({ seed: 63, symbols: 5, port: 0, limits: false })
    const server = new RealServer(simulator, await makeTestDatabase())
    context.onTestFinished(async () => {
      server.process.signal('SIGKILL')
      await server.process.exit
      await simulator.stop()
    })
    server.origin = await server.process.origin()
    await eventually(async () => {
      const { market, database } = await jsonOf<Record<string, string>>(await send(server, '/readyz'))
      return market === 'demo' && database === 'ready'
    })
    return server
  }

  get port(): number {
    return Number(new URL(this.origin).port)
  }

  async makeAdmin(): Promise<void> {
    const address = /\/admin\/setup#(\S+)/
    await eventually(() => address.test(this.process.stdout))
    const [, token] = address.exec(this.process.stdout) ?? []
    expect((await send(this, '/api/admin/setup', { ...ADMIN, token })).status).toBe(204)
  }

  /** An account whose second factor does not open, so that a login with a code is a failure inside. */
  async makeBroken(email: string): Promise<void> {
    const { id } = await signUp(this, email)
    await this.db.query(
      `update users set totp_secret = '\\x00', totp_key_id = 'k', totp_confirmed_at = now() where id = $1`,
      [id],
    )
  }

  /** Null where none came, or none that ended. */
  async answerTo(bytes: string | Buffer): Promise<Answer | null> {
    const begun = performance.now()
    const text = await exchangeRaw(this.port, bytes, HANGS_MS)
    return performance.now() - begun < HANGS_MS ? parsed(text) : null
  }

  /** Request ids of the failures that the last-resort handler logged. */
  failures(): readonly unknown[] {
    return this.process.stderr
      .split('\n')
      .filter((line) => line.includes('"request-failed"'))
      .map((line) => (JSON.parse(line) as { requestId?: unknown }).requestId)
  }
}

/** One caller with a user and an admin of its own sessions. */
class Sender {
  readonly #server: RealServer
  readonly #ids = new Map<string, string>([['opportunities', ROW_ID]])
  #tokens: Readonly<Record<'user' | 'admin', string>> = { user: '', admin: '' }

  constructor(server: RealServer) {
    this.#server = server
  }

  /** Signs in where a request has ended the session, or deleted the account. */
  async renew(): Promise<void> {
    if (await this.#isOut('user', '/api/auth/me')) {
      const user = await this.#admitted(() => signUp(this.#server, `${randomUUID()}@example.org`))
      this.#tokens = { ...this.#tokens, user: user.token }
      this.#ids.set('users', user.id)
      const { apiKey, secret, passphrase } = this.#server.simulator.account('okx', 'trader')
      const key = { exchange_name: 'okx', api_key: apiKey, api_secret: secret, passphrase, testnet: false }
      await this.#made('api-keys', '/api/api-keys', key, 'user')
      await this.#made('tickets', '/api/tickets', { title: 'metin', description: 'metin' }, 'user')
    }
    if (await this.#isOut('admin', '/api/admin/auth/me')) {
      const admin = await this.#admitted(async () => signedIn(await send(this.#server, '/api/admin/auth/login', ADMIN)))
      this.#tokens = { ...this.#tokens, admin: admin.token }
      await this.#made('help-articles', '/api/admin/help-articles', { title: 'metin', content: 'metin' }, 'admin')
    }
  }

  bytesOf([route, who, wrong]: BadRequest): Buffer {
    const own = route.access === 'admin' ? 'admin' : 'user'
    const other = own === 'admin' ? 'user' : 'admin'
    const token = who === 'own' ? this.#tokens[own] : who === 'other' ? this.#tokens[other] : null
    return requestOf(route, who === 'forged' ? 'a.b.c' : token, wrong, this.#ids)
  }

  async #isOut(whose: 'user' | 'admin', path: string): Promise<boolean> {
    return (await send(this.#server, path, undefined, { token: this.#tokens[whose] })).status === 401
  }

  /** Overload may refuse a sign-up or a login for some seconds. */
  async #admitted(ask: () => Promise<SignedIn>): Promise<SignedIn> {
    let signed: SignedIn | null = null
    await eventually(async () => {
      signed = await ask().catch((error: unknown) => {
        if (error instanceof Error && /: (429|503) /.test(error.message)) return null
        throw error
      })
      return signed !== null
    })
    if (signed === null) throw new Error('never signed in')
    return signed
  }

  async #made(word: string, path: string, body: object, whose: 'user' | 'admin'): Promise<void> {
    const { id } = await jsonOf<{ id?: string }>(await send(this.#server, path, body, { token: this.#tokens[whose] }))
    if (id !== undefined && id !== null) this.#ids.set(word, id)
  }
}

const badRequest = fc.tuple(pick(...calls), pick('own', 'own', 'own', 'own', 'none', 'other', 'forged'), twist)
type BadRequest = typeof badRequest extends fc.Arbitrary<infer T> ? T : never

type Answer = { readonly status: number; readonly headers: string; readonly body: string }

function parsed(text: string): Answer | null {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? []
  const end = text.indexOf('\r\n\r\n')
  return status === undefined || end < 0
    ? null
    : { status: Number(status), headers: text.slice(0, end).toLowerCase(), body: text.slice(end + 4) }
}
const requestIdIn = ({ headers }: Answer) => /\r\nx-request-id: ([\w-]{36})(\r\n|$)/.exec(headers)?.[1] ?? null

/** What is wrong with an answer; null where it is as SEC-63 says. */
function wrongWith(answer: Answer | null, isHead: boolean): string | null {
  if (answer === null) return 'no answer'
  const { status, headers, body } = answer
  if (status < 400) return null
  if (requestIdIn(answer) === null) return 'no request id'
  if (status >= 500 && !(status === 503 && headers.includes('\r\nretry-after: '))) return 'a failure of the server'
  if (isHead) return null
  return wrongWithBody(body)
}

function wrongWithBody(body: string): string | null {
  if (LEAKS.test(body)) return 'a word of what lies behind'
  try {
    return unspecified(ErrorBody.parse(JSON.parse(body)))
  } catch {
    return 'no error body'
  }
}

test('[SEC-63] beside a load, every failure of the real server is one Turkish sentence with a request id, and tells nothing more', {
  timeout: isLongRun ? 3_600_000 : 300_000,
}, async (context) => {
  const seed = seedFor('SEC-63', 63)
  const server = await RealServer.started(context)
  await server.makeAdmin()
  const broken = 'broken@example.org'
  await server.makeBroken(broken)
  const senders = Array.from({ length: SENDERS }, () => new Sender(server))
  await Promise.all(senders.map((one) => one.renew()))
  const caller = new Caller()
  context.onTestFinished(() => caller.stop())

  const statuses: Record<string, number> = {}
  const wrong: unknown[] = []
  const planted: (string | null)[] = []
  const requests = fc.sample(badRequest, { seed, numRuns: REQUESTS })
  const login = JSON.stringify({ email: broken, password: ELIF.password, totp: '000000' })
  const plantedBytes = `POST /api/auth/login HTTP/1.1\r\nhost: makas\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${login.length}\r\n\r\n${login}`

  /** Fails inside, unless overload or full queues of hashes refuse it first. */
  async function failInside(): Promise<void> {
    const answer = await server.answerTo(plantedBytes)
    if (answer?.status === 429 || answer?.status === 503) return
    const isAsSpecified =
      answer?.status === 500 && answer.body === '{"detail":"Beklenmeyen bir hata oluştu.","code":"internal"}'
    if (!isAsSpecified) wrong.push({ call: 'the planted failure', answer })
    else planted.push(requestIdIn(answer))
  }

  async function sendAll(sender: Sender): Promise<void> {
    for (let next = requests.pop(); next !== undefined; next = requests.pop()) {
      const bytes = sender.bytesOf(next)
      const answer = await server.answerTo(bytes)
      const what = wrongWith(answer, bytes.toString('latin1').startsWith('HEAD '))
      const [{ method, path }, who, twisted] = next
      if (what !== null) wrong.push({ what, call: `${method} ${path}`, who, twisted, answer })
      const status = String(answer?.status ?? 'none')
      statuses[status] = (statuses[status] ?? 0) + 1
      if (who === 'own' && (status === '401' || status === '204')) await sender.renew()
      if (requests.length % PLANTED_EVERY === 0) await failInside()
    }
  }

  let isOver = false
  let read = 0
  const how = { kind: 'closed', callers: READERS } as const
  const loading = (async () => {
    while (!isOver)
      read += (await caller.load({ port: server.port, path: LIST, how, forMs: LOAD_MS, warmUpMs: 0 })).asked
  })()
  await Promise.all(senders.map(sendAll))
  isOver = true
  await loading

  expect(wrong).toEqual([])
  expect(read).toBeGreaterThan(0)
  // Most requests are refused, some are accepted, and not all for one reason.
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '400', '401', '404', '405', '413', '415']))
  expect(planted.length).toBeGreaterThan(0)
  await eventually(() => server.failures().length >= planted.length)
  expect(new Set(server.failures())).toEqual(new Set(planted))
  recordFigure(context, {
    row: 'SEC-63',
    wanted: 'bad input over every call: never a 5xx, a hang, a stack or English',
    measured: `${REQUESTS} requests of ${SENDERS} callers to ${calls.length} calls of the real server beside ${read} reads of a list: 0 wrong, ${planted.length} planted failures answered with 500 and logged; ${Object.entries(
      statuses,
    )
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
    seed,
  })
})
