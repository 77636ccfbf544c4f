import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { KeyRecord, OpportunityRows, PATHS } from '@makas/contract'
import { expect, type TestContext, test } from 'vitest'
import { notShown, recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { endPostgres } from '../../adapters/storage/testing/end-postgres.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { ELIF } from '../../http/testing/user-server.ts'
import { isQuiet } from '../testing/quiet-machine.ts'

/** The caller without mercy and the other person, each from an address of its own. */
const FLOOD = '127.0.0.2'
const OTHER = '127.0.0.3'
/**
 * Calls of the flood that are open at once, and its pause after each: 600 calls a second, twelve times what an address
 * may ask. Without a pause both would wait for the one process that calls for them.
 */
const AT_ONCE = 12
const PAUSE_MS = 20
/** Calls of the other person, quiet and under the flood. */
const CALLS = isLongRun ? 100 : 12
/** Most time beside the quiet one that is the machine's own, ms. */
const NOISE_MS = 50
const LOGIN_MS = 2_000
/** Few open files: connections have 256 of them. */
const FEW_FILES = ['sh', '-c', 'ulimit -n 512; exec "$0" "$@"']
/** What would say that something of ours was ended, or could not be written. */
const LOST = /"(archive-ended|archive-hung|vault-ended|vault-hung|engine-lost|\w+-not-written|not-stored|crash)"/

type Answer = { readonly status: number; readonly body: string }
type Sent = { readonly token?: string; readonly body?: unknown; readonly method?: string }

/** Somebody at an address, who keeps connections as browsers do. */
class TestUser {
  readonly address: string
  readonly #origin: string
  readonly #agent: Agent
  token = ''
  /** An own demo connection. */
  keyId = ''
  #round = 0

  constructor(origin: string, address: string) {
    this.#origin = origin
    this.address = address
    this.#agent = new Agent({ keepAlive: true, localAddress: address })
  }

  /** Another number each time. */
  get next(): number {
    return ++this.#round
  }

  async call(path: string, { token = this.token, body, method }: Sent = {}): Promise<Answer> {
    const sent = request(`${this.#origin}${path}`, {
      agent: this.#agent,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    let text = ''
    for await (const piece of answer.setEncoding('utf8')) text += piece
    return { status: answer.statusCode ?? 0, body: text }
  }

  /** Signs up and connects a demo account at an exchange. */
  async arrive(email: string, exchange: string): Promise<void> {
    const { body } = await this.call('/api/auth/register', { body: { ...ELIF, email } })
    this.token = (JSON.parse(body) as { access_token: string }).access_token
    await eventually(async () => {
      const added = await this.call(PATHS.demoKey, { body: { exchange_name: exchange } })
      if (added.status !== 201) return false
      this.keyId = KeyRecord.parse(JSON.parse(added.body)).id
      return true
    })
  }

  /** Logs in; the eleventh session ends the oldest, so the newest is used from then on. */
  async login(email: string): Promise<Answer> {
    const answer = await this.call('/api/auth/login', { token: '', body: { email, password: ELIF.password } })
    if (answer.status === 200) this.token = (JSON.parse(answer.body) as { access_token: string }).access_token
    return answer
  }

  /** A stream, whose status comes once it is open. */
  async stream(open: Socket[]): Promise<Answer> {
    const { port } = new URL(this.#origin)
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: this.address })
    open.push(socket)
    socket.on('error', () => undefined)
    socket.write(`GET /api/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${this.token}\r\n\r\n`)
    const [first] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean]
    return { status: Buffer.isBuffer(first) ? Number(first.toString('latin1').slice(9, 12)) : 0, body: '' }
  }

  close(): void {
    this.#agent.destroy()
  }
}

type Scarce = {
  /** As the list of security.md calls it. */
  readonly what: string
  /** A call that takes some of it. */
  readonly call: (by: TestUser) => Promise<Answer>
  /** The flood's call, where it is another. */
  readonly flood?: (by: TestUser) => Promise<Answer>
  /** Calls of the flood before the other person's; left out: two for each that is open. */
  readonly before?: number
  /** Most ms of the other person's p99; left out: twice the quiet one. */
  readonly mostMs?: number
  /** Number of the other person's calls, where an exchange takes no more within a minute. */
  readonly calls?: number
}

test.runIf(process.platform === 'linux')(
  '[SEC-92] whatever one caller takes without mercy, another person waits no more than twice as long, and nothing of ours ends',
  async (context) => {
    // Asked before anything of ours runs: the floods themselves are load.
    const isJudged = isLongRun && isQuiet()
    const settings = {
      MARKET: 'demo',
      SIM_SYMBOLS: '20',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
    }
    const server = new ServerProcess(settings, undefined, { within: FEW_FILES })
    const origin = await server.origin()
    const [flood, other] = [new TestUser(origin, FLOOD), new TestUser(origin, OTHER)]
    const open: Socket[] = []
    context.onTestFinished(async () => {
      for (const socket of open) socket.destroy()
      for (const user of [flood, other]) user.close()
      server.signal('SIGKILL')
      endPostgres(server.dataDir)
      await server.exit
    })
    await eventually(async () => JSON.parse((await other.call('/readyz')).body).database === 'ready')
    // An exchange counts all requests of our address: at one exchange its own limit would refuse both of them.
    await flood.arrive('flood@example.org', 'okx')
    await other.arrive('other@example.org', 'binance')
    const rowIds = async () =>
      OpportunityRows.parse(JSON.parse((await other.call(PATHS.lists.spot)).body)).map(({ id }) => id)
    await eventually(async () => (await rowIds()).length > 0)
    const [rowId = ''] = await rowIds()
    const { body } = await other.call(`${PATHS.helpArticles}?content=0`)
    const articles = (JSON.parse(body) as { id: string }[]).map(({ id }) => id)
    const list = (by: TestUser) => by.call(PATHS.lists.spot)
    const scarce: readonly Scarce[] = [
      {
        what: 'password hashes',
        flood: (by) => by.login('flood@example.org'),
        call: (by) => by.login('other@example.org'),
        mostMs: LOGIN_MS,
      },
      {
        what: 'questions to the archive',
        flood: (by) =>
          by.call(`${PATHS.history(by.next % 2 === 0 ? rowId : `spot.C${by.next}`)}?hours=${1 + (by.next % 168)}`),
        call: (by) => by.call(`${PATHS.history(rowId)}?hours=${1 + (by.next % 168)}`),
      },
      { what: 'questions about accounts', call: (by) => by.call(PATHS.portfolio) },
      {
        what: 'requests to exchanges',
        call: (by) => by.call(`${PATHS.apiKeys}/${by.keyId}/validate`, { method: 'POST' }),
        calls: 12,
      },
      { what: "the engine's questions", call: (by) => by.call(PATHS.evidence(rowId)) },
      { what: 'searches', call: (by) => by.call(`${PATHS.helpArticles}?q=kar${by.next}`) },
      { what: 'copies of the own data', call: (by) => by.call(PATHS.accountExport) },
      {
        what: 'connections',
        flood: async (by) => {
          const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress: by.address })
          open.push(socket)
          socket.on('error', () => undefined)
          await Promise.race([once(socket, 'connect'), once(socket, 'close')])
          return { status: socket.destroyed ? 0 : 200, body: '' }
        },
        call: list,
        before: 600,
      },
      { what: 'streams', flood: (by) => by.stream(open), call: list, before: 300 },
      { what: 'metrics', flood: (by) => by.call('/metrics'), call: list },
      {
        what: 'rendered articles',
        flood: (by) => by.call(`/help/${articles[by.next % articles.length]}`),
        call: (by) => by.call(`/help/${articles[0]}`),
      },
    ]
    for (const one of scarce) {
      for (const socket of open.splice(0)) socket.destroy()
      await judge(context, one, flood, other, isJudged)
    }
    // What was lost is in the log; trades, history and database went on.
    expect(server.stderr.split('\n').filter((line) => LOST.test(line))).toEqual([])
    expect((await other.call('/metrics')).body).toContain('makas_engine_up 1')
    expect(server.child.exitCode).toBeNull()
  },
)

/** Calls of the other person, one after the other: their times, ms; each must be answered. */
async function times({ what, call, calls = CALLS }: Scarce, other: TestUser): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < calls; at++) {
    const began = performance.now()
    const { status, body } = await call(other)
    took.push(performance.now() - began)
    // A row that has closed meanwhile is an answer too.
    expect([what, status, status === 200 || status === 404 ? '' : body]).toEqual([what, status === 404 ? 404 : 200, ''])
  }
  return took
}

/** The 99th percentile by nearest rank: 99 of 100 values are at most this. */
const p99 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN

/** `isJudged`: false where the times are only recorded. */
async function judge(
  context: TestContext,
  one: Scarce,
  flood: TestUser,
  other: TestUser,
  isJudged: boolean,
): Promise<void> {
  await times(one, other)
  const quiet = p99(await times(one, other))
  let isOver = false
  let [answered, refused] = [0, 0]
  const call = one.flood ?? one.call
  let isFlooded = (): void => undefined
  const flooding = new Promise<void>((resolve) => {
    isFlooded = resolve
  })
  const before = one.before ?? 2 * AT_ONCE
  const floods = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      const { status } = await call(flood).catch(() => ({ status: 0 }))
      if (status === 200 || status === 404) answered++
      else refused++
      if (answered + refused >= before) isFlooded()
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })
  await flooding
  const flooded = p99(await times(one, other))
  isOver = true
  await Promise.all(floods)
  expect([one.what, answered > 0]).toEqual([one.what, true])
  const most = one.mostMs ?? Math.max(2 * quiet, quiet + NOISE_MS)
  const isKept = flooded <= most
  if (isJudged) expect.soft([one.what, isKept, quiet, flooded]).toEqual([one.what, true, quiet, flooded])
  recordFigure(context, {
    row: 'SEC-92',
    wanted: `${one.what}: another person's p99 within ${one.mostMs === undefined ? 'twice its quiet value' : `${one.mostMs} ms`}`,
    measured: `${Math.round(quiet)} ms quiet, ${Math.round(flooded)} ms flooded; the flood had ${answered} answers and ${refused} refusals`,
    notShown: notShown(!isKept && `p99 within ${Math.round(most)} ms`),
    seed: 0,
  })
}
