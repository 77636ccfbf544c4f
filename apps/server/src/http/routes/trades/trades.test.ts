import {
  CarryRow,
  OpportunityRows,
  PATHS,
  SpotRow,
  TRADING_PATHS,
  Trade,
  TradePlan,
  Trades,
  TradingState,
  TriRow,
} from '@makas/contract'
import { compare, EXCHANGES, ofDecimal, parseDecimal } from '@makas/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { endedTrade, startDemoServer } from '../../testing/key-server.ts'
import { eventually, jsonOf, type Refusal } from '../../testing/test-server.ts'
import { type SignedIn, send, signInAdmin, signUp } from '../../testing/user-server.ts'

let user: SignedIn
let users = 0

const server = await startDemoServer(24)
afterFile(() => server.stop())
beforeEach(async () => {
  user = await signUp(server, `trader-${++users}@example.org`)
})
afterEach(() => server.show(true))

const ask = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(server, path, body, { token: user.token, headers })
const makePremium = () => server.db.query('update users set is_premium = true where id = $1', [user.id])
async function connectAll(): Promise<void> {
  for (const exchange_name of EXCHANGES)
    await eventually(async () => {
      const { status } = await ask(PATHS.demoKey, { exchange_name })
      // Where an answer came too late, the key may be there already.
      expect([201, 409, 503]).toContain(status)
      return status !== 503
    })
}
const exact = (text: string) => {
  const parsed = parseDecimal(text)
  if (parsed === null) throw new Error(`no decimal: ${text}`)
  return ofDecimal(parsed)
}

type Mode = 'spot' | 'carry' | 'tri'

async function rowsOf(mode: Mode) {
  const answer = await ask(PATHS.lists[mode])
  return OpportunityRows.parse(await answer.json())
}

/** The first row of the mode that `take` accepts. */
async function rowOf<T>(mode: Mode, take: (row: unknown) => T | null): Promise<T> {
  let found: T | null = null
  await eventually(async () => {
    for (const row of await rowsOf(mode)) found ??= take(row)
    return found !== null
  })
  if (found === null) throw new Error(`no ${mode} row`)
  return found
}
const plannedSpot = async (amount: string): Promise<TradePlan> => {
  const { answer } = await taken('spot', spot, (row) => [PATHS.tradePlan, { opportunity_id: row.id, amount }])
  return TradePlan.parse(await answer.json())
}

const spotRow = () => rowOf('spot', (row) => SpotRow.safeParse(row).data ?? null)

/** Why a spot row gets no plan; another row is asked for where one closed meanwhile. */
async function unplanned(amount: string) {
  let refusal: Refusal & { status: number } = { status: 0, code: '', detail: '' }
  await eventually(async () => {
    const answer = await ask(PATHS.tradePlan, { opportunity_id: (await spotRow()).id, amount })
    refusal = { status: answer.status, ...(await jsonOf<Refusal>(answer)) }
    return refusal.code !== 'opportunity-closed'
  })
  return refusal
}

describe('a plan', () => {
  test('[SEC-37] is made for premium users alone', async () => {
    await connectAll()
    const { id } = await spotRow()
    for (const path of [PATHS.tradePlan, PATHS.trades]) {
      const answer = await ask(path, { opportunity_id: id, amount: '200' })
      expect([answer.status, await jsonOf<Refusal>(answer)]).toEqual([
        403,
        { code: 'premium-required', detail: 'Emir göndermek için premium üyelik gerekir.' },
      ])
    }
  })

  test('names the exchanges that have no connection', async () => {
    await makePremium()
    server.show(false)
    const { status, code, detail } = await unplanned('200')
    expect([status, code]).toEqual([409, 'connection-required'])
    expect(detail).toMatch(
      /^Bu işlem için şu borsalarda test ağı bağlantısı gerekir: [A-Z]\w+, [A-Z]\w+\. Gerçek parayla emir gönderilmez\.$/,
    )
  })

  test('names the exchanges that have no demo connection, whatever keys of test networks there are', async () => {
    await makePremium()
    server.show(false)
    for (const exchange_name of ['binance', 'okx', 'bybit'] as const) {
      const { apiKey, secret, passphrase } = server.exchanges.account(exchange_name, 'tester')
      const key = { exchange_name, api_key: apiKey, api_secret: secret, passphrase, testnet: true }
      expect((await ask(PATHS.apiKeys, key)).status).toBe(201)
    }
    server.show(true)
    const { status, code, detail } = await unplanned('200')
    expect([status, code]).toEqual([409, 'connection-required'])
    expect(detail).toMatch(
      /^Demo piyasa açıkken emirler test ağına gitmez; şu borsalarda demo bağlantısı gerekir: [A-Z]\w+, [A-Z]\w+\.$/,
    )
  })

  test('of a spot row has both legs with their limits, and sums that add up', async () => {
    await makePremium()
    await connectAll()
    const plan = await plannedSpot('200')
    expect(plan).toMatchObject({ mode: 'spot', world: 'demo', source: 'demo', amount: '200' })
    const [buy, sell] = plan.legs
    expect([buy?.side, sell?.side, buy?.market, sell?.market]).toEqual(['buy', 'sell', 'spot', 'spot'])
    expect(compare(exact(plan.expected.spent), exact('200'))).toBeLessThanOrEqual(0)
    expect(buy?.connection).toMatch(/ Demo$/)
  })

  test.each([
    ['0', 'Tutar sıfırdan büyük, en çok sekiz ondalıklı bir sayı olmalı.'],
    ['-5', 'Tutar sıfırdan büyük, en çok sekiz ondalıklı bir sayı olmalı.'],
    ['1e3', 'Tutar sıfırdan büyük, en çok sekiz ondalıklı bir sayı olmalı.'],
    ['1.123456789', 'Tutar sıfırdan büyük, en çok sekiz ondalıklı bir sayı olmalı.'],
  ])('of the amount %s is refused in Turkish', async (amount, sentence) => {
    await makePremium()
    const answer = await ask(PATHS.tradePlan, { opportunity_id: 'spot.SOL-USDT.okx.binance', amount })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(await answer.json())).toContain(sentence)
  })

  test('of a row that is not there is refused, and of an amount below the smallest order', async () => {
    await makePremium()
    await connectAll()
    const gone = await ask(PATHS.tradePlan, { opportunity_id: 'spot.NO-USDT.okx.binance', amount: '100' })
    expect([gone.status, (await jsonOf<Refusal>(gone)).code]).toEqual([404, 'opportunity-closed'])
    const { status, detail } = await unplanned('0.5')
    expect([status, detail]).toEqual([409, 'Bu tutar borsaların en küçük emrinin altında kalıyor.'])
  })
})

/** The trade once it has ended. */
const endOf = (id: string) => endedTrade(server, user, id)

/** What a connection says whose exchange cannot be asked now: it is asked twenty questions at once, then two a second. */
const ASK_LATER = 'bağlantısı şu an kullanılamıyor'

/** Tries rows until one is accepted: rows come and go, and not every account can pay for each. */
async function taken<T extends { readonly id: string }>(
  mode: Mode,
  take: (row: unknown) => T | null,
  call: (row: T) => readonly [path: string, body: object, headers?: Record<string, string>],
) {
  const tried = new Set<string>()
  for (const until = performance.now() + 120_000; performance.now() < until; ) {
    const row = await rowOf(mode, (one) => {
      const found = take(one)
      return found === null || tried.has(found.id) ? null : found
    })
    tried.add(row.id)
    const [path, body, headers] = call(row)
    const answer = await ask(path, body, headers)
    if (answer.ok) return { answer, body }
    const { code, detail } = await jsonOf<Refusal>(answer)
    if (answer.status === 503 || detail.includes(ASK_LATER)) {
      tried.delete(row.id)
      await new Promise((resolve) => setTimeout(resolve, 500))
      continue
    }
    const isGone = code === 'opportunity-closed' || detail.includes('en küçük emrinin')
    if (!isGone && !detail.includes('bakiyesi yetmiyor')) throw new Error(detail)
  }
  throw new Error(`no ${mode} row could be ordered`)
}

async function startAny<T extends { readonly id: string }>(
  mode: Mode,
  take: (row: unknown) => T | null,
  amount: (row: T) => string,
  headers: Record<string, string> = {},
) {
  const { answer, body } = await taken(mode, take, (row) => {
    return [PATHS.trades, { opportunity_id: row.id, amount: amount(row) }, headers]
  })
  return { body, trade: Trade.parse(await answer.json()) }
}

const traded = async (...wanted: Parameters<typeof startAny>) => endOf((await startAny(...wanted)).trade.id)

const spot = (row: unknown) => SpotRow.safeParse(row).data ?? null

test('an admin stops new trades: plans and orders are refused, everybody is told, and running trades finish', async () => {
  await makePremium()
  await connectAll()
  const admin = await signInAdmin(server)
  const turn = async (is_stopped: boolean) => {
    const answer = await send(server, TRADING_PATHS.admin, { is_stopped }, { method: 'PUT', token: admin.token })
    return TradingState.parse(await answer.json())
  }
  const { answer } = await taken('spot', spot, (row) => [PATHS.trades, { opportunity_id: row.id, amount: '200' }])
  const { id } = Trade.parse(await answer.json())
  const stopped = await turn(true)
  expect(stopped.stopped_at).not.toBeNull()
  // A second press changes nothing.
  expect(await turn(true)).toEqual(stopped)
  expect(TradingState.parse(await (await server.get(TRADING_PATHS.state)).json())).toEqual(stopped)
  for (const path of [PATHS.tradePlan, PATHS.trades]) {
    const refused = await ask(path, { opportunity_id: (await spotRow()).id, amount: '200' })
    expect([refused.status, await jsonOf<Refusal>(refused)]).toEqual([
      409,
      {
        code: 'conflict',
        detail:
          'Yeni emirler yönetici tarafından durduruldu. Süren işlemler tamamlanıyor; emirler açıldığında yeniden deneyin.',
      },
    ])
  }
  await eventually(async () => Trade.parse(await (await ask(PATHS.trade(id))).json()).status !== 'running')
  expect(
    (await send(server, TRADING_PATHS.admin, { is_stopped: false }, { method: 'PUT', token: user.token })).status,
  ).toBe(401)
  expect(await turn(false)).toEqual({ stopped_at: null })
  await plannedSpot('200')
  const lines = await server.db.query(
    `select action, actor_id from audit_log where action like 'trading-%' order by seq`,
  )
  expect(lines).toEqual(['trading-stopped', 'trading-resumed'].map((action) => ({ action, actor_id: admin.id })))
})

describe('on the demo market', () => {
  beforeEach(async () => {
    await makePremium()
    await connectAll()
  })

  test('a spot row is ordered on both exchanges, and its result adds up', async () => {
    const trade = await traded('spot', spot, () => '200')
    // Where an exchange of a busy machine answers too late, the trade ends open, and says of which order nothing is known.
    const isOpen = trade.status === 'open'
    expect(['complete', 'partial', 'missed', 'unwound', 'open']).toContain(trade.status)
    expect(trade.orders.length).toBeGreaterThanOrEqual(2)
    expect(trade.orders.slice(0, 2).map(({ side, purpose }) => [side, purpose])).toEqual([
      ['buy', 'open'],
      ['sell', 'open'],
    ])
    const states = ['filled', 'partial', 'unfilled', ...(isOpen ? ['unknown', 'refused'] : [])]
    for (const { state } of trade.orders) expect(states).toContain(state)
    const { trades } = Trades.parse(await (await ask(PATHS.trades)).json())
    expect(trades).toEqual([trade])
    const actions = (await server.db.query("select action from audit_log where detail->>'owner' = $1 order by seq", [
      user.id,
    ])) as { action: string }[]
    expect(actions.map(({ action }) => action).slice(-2)).toEqual(['trade-started', 'trade-ended'])
  })

  test('a carry row is bought on spot and sold short', async () => {
    const trade = await traded(
      'carry',
      (row) => {
        const { data } = CarryRow.safeParse(row)
        return data !== undefined && data.exchange !== 'kraken' && data.side === 'long-spot' ? data : null
      },
      () => '300',
    )
    expect(trade.legs.map(({ market, side }) => [market, side])).toEqual([
      ['spot', 'buy'],
      ['perp', 'sell'],
    ])
    expect(trade.orders.filter(({ purpose, state }) => purpose === 'open' && state === 'refused')).toEqual([])
  })

  test('a cycle is ordered leg by leg, each with the proceeds of the leg before', async () => {
    const trade = await traded(
      'tri',
      (row) => {
        const { data } = TriRow.safeParse(row)
        return data?.base_asset === 'USDT' ? data : null
      },
      (row) => String(Math.min((row as TriRow).size, 150)),
    )
    expect(trade.legs).toHaveLength(3)
    expect(trade.orders[0]).toMatchObject({ leg: 0, purpose: 'open' })
    if (trade.status === 'complete') expect(trade.orders.filter(({ purpose }) => purpose === 'open')).toHaveLength(3)
  })

  test('[S7] a start that is sent again with its key orders once', async () => {
    const headers = { 'idempotency-key': `trade-${user.id}` }
    const { body, trade } = await startAny('spot', spot, () => '150', headers)
    const again = Trade.parse(await (await ask(PATHS.trades, body, headers)).json())
    expect(again.id).toBe(trade.id)
    await endOf(trade.id)
    expect(Trades.parse(await (await ask(PATHS.trades)).json()).trades).toHaveLength(1)
  })

  test("[SEC-34] somebody else's trade does not exist", async () => {
    const trade = await traded('spot', spot, () => '150')
    user = await signUp(server, `trader-${++users}@example.org`)
    expect((await ask(PATHS.trade(trade.id))).status).toBe(404)
    expect(Trades.parse(await (await ask(PATHS.trades)).json()).trades).toEqual([])
  })
})
