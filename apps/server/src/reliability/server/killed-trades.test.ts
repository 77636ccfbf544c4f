import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADERS, PATHS, SpotRow, Trade, Trades, UserLogin } from '@makas/contract'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { OwnPostgres } from '../../adapters/storage/own-postgres/own-postgres.ts'
import { endPostgres } from '../../adapters/storage/testing/end-postgres.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { createSystemClock } from '../../adapters/system/system-clock.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { type Simulator, startSimulator } from '../../simulator/index.ts'

/** Kills: in turns while a trade's orders are out, and at a random moment. */
const KILLS = isLongRun ? 50 : 2
const EXCHANGES = ['binance', 'okx', 'bybit'] as const
const TRADED: readonly string[] = EXCHANGES
/** Delay of the exchanges' answers, ms, so that a kill may fall between any two steps of a trade. */
const SLOW_MS = 120
/** Delay for every second trade, ms, which is killed while its orders are out. */
const VERY_SLOW_MS = 2_000
/** Most kills until a trade was caught while running; one may end before the kill. */
const MOST_KILLS = 20
const LAST_MOMENT_MS = 900
const ENDS_WITHIN_MS = 300_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A server over simulated exchanges, which are not killed with it, and one person who trades on it. */
class Trader {
  readonly simulator: Simulator
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'makas-killed-trades-'))
  #server: ServerProcess | null = null
  #origin = ''
  #token = ''

  constructor(simulator: Simulator) {
    this.simulator = simulator
  }

  async start(): Promise<void> {
    const settings = {
      EXCHANGE_ORIGIN: this.simulator.origin,
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
      DATABASE_URL: '',
    }
    this.#server = new ServerProcess(settings, this.#dataDir)
    this.#origin = await this.#server.origin()
  }

  async kill(): Promise<void> {
    this.#server?.signal('SIGKILL')
    expect((await this.#server?.exit)?.signal).toBe('SIGKILL')
  }

  clear(): void {
    this.#server?.child.kill('SIGKILL')
    endPostgres(this.#dataDir)
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async signUp(): Promise<void> {
    const names = { firstName: 'Elif', lastName: 'Yılmaz', full_name: 'Elif Yılmaz', phoneNumber: '+90 532 123 45 67' }
    const body = { email: 'elif@example.org', password: 'kumsal-7-martı-lodos', ...names }
    const { access_token, user } = UserLogin.parse(await (await this.ask(`${PATHS.auth}/register`, body)).json())
    this.#token = access_token
    await this.#makePremium(user.id)
    for (const exchange_name of EXCHANGES) {
      const { apiKey, secret, passphrase } = this.simulator.account(exchange_name, 'tester')
      const key = { exchange_name, api_key: apiKey, api_secret: secret, passphrase, testnet: true }
      expect((await this.ask(PATHS.apiKeys, key)).status).toBe(201)
    }
  }

  /**
   * Orders rows until one is accepted: rows come and go, and not every account has the coin. Returns the trade's id.
   */
  async trade(key: string): Promise<string> {
    for (const until = performance.now() + ENDS_WITHIN_MS; performance.now() < until; await sleep(50)) {
      const rows = SpotRow.array().safeParse(await (await this.ask(PATHS.lists.spot)).json())
      for (const row of rows.data ?? []) {
        if (!TRADED.includes(row.buy_exchange) || !TRADED.includes(row.sell_exchange)) continue
        const answer = await this.ask(PATHS.trades, { opportunity_id: row.id, amount: '120' }, key)
        if (answer.status === 201) return Trade.parse(await answer.json()).id
        await answer.body?.cancel()
      }
    }
    throw new Error('no row could be ordered')
  }

  async ended(id: string): Promise<Trade> {
    for (const until = performance.now() + ENDS_WITHIN_MS; performance.now() < until; await sleep(100)) {
      const answer = await this.ask(PATHS.trade(id))
      if (answer.status !== 200) continue
      const trade = Trade.parse(await answer.json())
      if (trade.status !== 'running') return trade
    }
    throw new Error('a trade does not end')
  }

  /** Waits until an order of the trade is being sent, or the trade has ended. */
  async untilSending(id: string): Promise<void> {
    for (const until = performance.now() + ENDS_WITHIN_MS; performance.now() < until; await sleep(10)) {
      const { orders, status } = Trade.parse(await (await this.ask(PATHS.trade(id))).json())
      if (status !== 'running' || orders.some(({ state }) => state === 'sending')) return
    }
    throw new Error('no order goes out')
  }

  async all(): Promise<readonly Trade[]> {
    return Trades.parse(await (await this.ask(PATHS.trades)).json()).trades
  }

  ask(path: string, body?: unknown, key?: string): Promise<Response> {
    return fetch(this.#origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(key === undefined ? {} : { [HEADERS.idempotencyKey]: key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  async #makePremium(id: string): Promise<void> {
    const postgres = new OwnPostgres({ dataDir: this.#dataDir, clock: createSystemClock(), log: () => undefined })
    await postgres.join()
    const client = new Client(postgres.connection('owner'))
    await client.connect()
    await client.query('update users set is_premium = true where id = $1', [id])
    await client.end()
  }
}

test('a server that is killed in the midst of a trade ends it after its restart: no order twice, none forgotten', {
  timeout: 30 * 60_000,
}, async (context) => {
  const simulator = await startSimulator({ seed: 17, symbols: 24, port: 0, limits: false })
  const trader = new Trader(simulator)
  context.onTestFinished(async () => {
    trader.clear()
    await simulator.stop()
  })
  const random = seededRandom(seedFor('trades killed', 5))
  await trader.start()
  await trader.signUp()
  let wasRunning = 0
  for (let kill = 0; kill < KILLS || (wasRunning === 0 && kill < MOST_KILLS); kill++) {
    const id = await trader.trade(`kill-${kill}`)
    const ms = kill % 2 === 0 ? VERY_SLOW_MS : SLOW_MS
    const slow = EXCHANGES.map((exchange) => simulator.script({ kind: 'slow-rest', exchange, ms }))
    if (kill % 2 === 0) await trader.untilSending(id)
    else await sleep(random() * LAST_MOMENT_MS)
    await trader.kill()
    for (const end of slow) end()
    await trader.start()
    const trade = await trader.ended(id)
    if (
      trade.orders.some(({ sent_at, done_at }) => done_at !== null && Date.parse(done_at) - Date.parse(sent_at) > 1_000)
    )
      wasRunning++
    expect(['complete', 'partial', 'missed', 'unwound']).toContain(trade.status)
  }
  // The exchanges' orders equal the server's, order by order: none twice, none unknown to the server.
  const told = (await trader.all()).flatMap(({ orders }) => orders)
  const known = EXCHANGES.flatMap((exchange) => simulator.ordersOf(exchange, 'tester'))
  const filled = new Map(told.map((order) => [order.client_id, order.filled]))
  expect(new Set(known.map(({ clientId }) => clientId)).size).toBe(known.length)
  for (const { clientId, filled: there } of known)
    expect([clientId, filled.get(clientId ?? '')]).toEqual([clientId, there])
  const arrived = new Set(known.map(({ clientId }) => clientId))
  for (const { client_id, refusal } of told)
    if (!arrived.has(client_id)) expect([client_id, refusal]).not.toEqual([client_id, null])
  expect(wasRunning).toBeGreaterThan(0)
})
