import { CarryRow, KeyRecords, PATHS, SpotRow, Trade, Trades } from '@makas/contract'
import { afterEach, expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import type { Fault } from '../../../simulator/index.ts'
import { endedTrade, startKeyServer } from '../../testing/key-server.ts'
import { eventually, jsonOf, type Refusal } from '../../testing/test-server.ts'
import { send, signUp } from '../../testing/user-server.ts'

const TESTNETS = ['binance', 'okx', 'bybit'] as const

afterEach(() => server.simulator.clearFaults())

const ask = (path: string, body?: unknown) => send(server, path, body, { token: user.token })

const server = await startKeyServer(1_000, { hasMarket: true, coins: 24 })
afterFile(() => server.stop())
const user = await signUp(server, 'kusurlu@example.org')
await server.db.query('update users set is_premium = true where id = $1', [user.id])
for (const exchange_name of TESTNETS) {
  const { apiKey, secret, passphrase } = server.simulator.account(exchange_name, 'tester')
  const key = { exchange_name, api_key: apiKey, api_secret: secret, passphrase, testnet: true }
  // Where an answer came too late, the key may be there already.
  await eventually(async () => {
    const { status } = await ask(PATHS.apiKeys, key)
    expect([201, 409, 503]).toContain(status)
    return status !== 503
  })
}
await eventually(() => server.board.openCount > 0)

const TESTED: readonly string[] = TESTNETS

/** Largest time in which the engine reads what was sent before the market was paused, ms. */
const SETTLED_MS = 200

/**
 * A finished trade of a spot row between test networks; rows come and go, and not every account has the coin. The
 * market is paused meanwhile, so that the orders meet the books of the plan.
 */
async function traded(amount = '150'): Promise<Trade> {
  try {
    return await tradedStill(amount)
  } finally {
    server.simulator.resume()
  }
}

async function tradedStill(amount: string): Promise<Trade> {
  const tried = new Set<string>()
  let id = ''
  await eventually(async () => {
    server.simulator.pause()
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
    const rows = SpotRow.array().parse(await (await ask(PATHS.lists.spot)).json())
    for (const row of rows) {
      if (tried.has(row.id) || !TESTED.includes(row.buy_exchange) || !TESTED.includes(row.sell_exchange)) continue
      const answer = await ask(PATHS.trades, { opportunity_id: row.id, amount })
      if (answer.status === 201) {
        id = Trade.parse(await answer.json()).id
        return true
      }
      const { detail } = await jsonOf<Refusal>(answer)
      // The answers of a busy machine come too late.
      if (answer.status === 503) continue
      // The last one: the exchange is asked twenty questions at once, then two a second.
      if (!/kapandı|en küçük|bakiyesi yetmiyor|kullanılamıyor/.test(detail)) throw new Error(detail)
      tried.add(row.id)
    }
    server.simulator.resume()
    return false
  })
  return endedTrade(server, user, id)
}

/** Trades under the faults until one satisfies `isIt`: the market may move while the orders are sent. */
async function tradedWith(faults: readonly Fault[], isIt: (trade: Trade) => boolean, amount?: string): Promise<Trade> {
  for (let times = 0; times < 8; times++) {
    server.simulator.clearFaults()
    for (const fault of faults) server.simulator.script(fault)
    const trade = await traded(amount)
    if (isIt(trade)) return trade
  }
  throw new Error('no trade was filled')
}

const isAnyFilled = ({ orders }: Trade) => orders.some(({ state }) => state === 'filled')

test('goes to the test networks, and says so', async () => {
  const trade = await traded()
  expect(trade.world).toBe('testnet')
  for (const { connection } of trade.legs) expect(connection).toMatch(/ Testnet$/)
})

test('if the exchange refuses a leg, the other leg is given back', async () => {
  // The order that arrives first, on either exchange, is refused.
  const trade = await tradedWith([{ kind: 'order-refused', count: 1 }], isAnyFilled)
  expect(trade.status).toBe('unwound')
  const [refused] = trade.orders.filter(({ state }) => state === 'refused')
  expect(refused?.refusal).toBe('balance')
  const [back] = trade.orders.filter(({ purpose }) => purpose === 'unwind')
  expect(back?.state).toBe('filled')
  const known = Number(trade.orders.find(({ leg, purpose }) => leg === back?.leg && purpose === 'open')?.limit_price)
  // A limit of 1 % about the price that the leg filled at, which is about its own limit.
  expect(Math.abs(Number(back?.limit_price) / known - 1)).toBeLessThan(0.02)
  expect(back?.leg).not.toBe(refused?.leg)
})

test('[S7] an order that nobody answers is looked up by its name, and never ordered twice', async () => {
  const trade = await tradedWith([{ kind: 'order-unanswered', count: 2 }], isAnyFilled)
  expect(['complete', 'partial', 'missed', 'unwound']).toContain(trade.status)
  expect(trade.orders.filter(({ purpose }) => purpose === 'open')).toHaveLength(2)
  for (const { state } of trade.orders) expect(['filled', 'partial', 'unfilled']).toContain(state)
})

test('the surplus of the leg that was filled more is given back', async () => {
  const isMixed = (one: Trade) => isAnyFilled(one) && one.orders.some(({ state }) => state === 'partial')
  const trade = await tradedWith([{ kind: 'order-partial', share: 0.4, count: 1 }], isMixed, '240')
  expect(['partial', 'unwound']).toContain(trade.status)
  expect(trade.orders.some(({ purpose }) => purpose === 'unwind')).toBe(true)
})

test('a trade that could not give back the rest says so, and raises an alarm', async () => {
  // One leg is filled, the other is refused, and the unwinding orders are not filled.
  const faults: readonly Fault[] = [
    { kind: 'order-refused', count: 1 },
    { kind: 'order-partial', share: 1, count: 1 },
    { kind: 'order-partial', share: 0 },
  ]
  const trade = await tradedWith(faults, isAnyFilled)
  expect(trade.status).toBe('open')
  expect(trade.orders.filter(({ purpose }) => purpose === 'unwind')).toHaveLength(3)
  expect(server.alarms).toContain('trade-open')
})

test('[F20] in a ban no trade is planned, and the answer says until when', async () => {
  let id = ''
  await eventually(async () => {
    const rows = SpotRow.array().parse(await (await ask(PATHS.lists.spot)).json())
    id = rows.find((row) => TESTED.includes(row.buy_exchange) && TESTED.includes(row.sell_exchange))?.id ?? ''
    return id !== ''
  })
  const [, , buy = ''] = id.split('.')
  server.simulator.script({ kind: '418', exchange: buy as 'okx', retryAfterS: 600 })
  const answer = await ask(PATHS.trades, { opportunity_id: id, amount: '150' })
  expect(answer.status).toBe(409)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500)
  expect((await jsonOf<Refusal>(answer)).detail).toContain('itibarıyla (Türkiye saati) yeniden denenebilir.')
  server.forgetBans()
})

test('a trade with an account that keeps long and short apart is refused with the reason, and nothing is bought', async () => {
  for (const exchange of TESTNETS) server.simulator.positionSettingsOf(exchange, 'tester').isHedged = true
  const ordered = () => TESTNETS.map((exchange) => server.simulator.ordersOf(exchange, 'tester').length)
  const before = ordered()
  const told = new Set<string>()
  await eventually(async () => {
    const rows = CarryRow.array().parse(await (await ask(PATHS.lists.carry)).json())
    const row = rows.find(({ exchange, side }) => TESTED.includes(exchange) && side === 'long-spot')
    if (row === undefined) return false
    for (const path of [PATHS.tradePlan, PATHS.trades]) {
      const answer = await ask(path, { opportunity_id: row.id, amount: '150' })
      const { detail } = await jsonOf<Refusal>(answer)
      if (answer.status === 409 && detail.includes('hedge modu')) told.add(path)
    }
    return told.size === 2
  })
  expect(ordered()).toEqual(before)
  for (const exchange of TESTNETS) server.simulator.positionSettingsOf(exchange, 'tester').isHedged = false
})

test('a carry trade opens the position of its row: isolated, at its leverage', async () => {
  let trade: Trade | null = null
  let row: CarryRow | undefined
  await eventually(async () => {
    const rows = CarryRow.array().parse(await (await ask(PATHS.lists.carry)).json())
    row = rows.find((one) => one.exchange === 'bybit' && one.side === 'long-spot' && one.leverage === 2)
    if (row === undefined) return false
    const answer = await ask(PATHS.trades, { opportunity_id: row.id, amount: '150' })
    if (answer.status === 201) trade = Trade.parse(await answer.json())
    return trade !== null
  })
  const { isIsolated, instruments } = server.simulator.positionSettingsOf('bybit', 'tester')
  expect([isIsolated, [...instruments.values()].some(({ leverage }) => leverage === 2)]).toEqual([true, true])
})

/** The detail of a 409 for a row, by preview and by start where not said otherwise; nothing is ordered. */
async function refused(
  row: () => Promise<{ readonly id: string } | undefined>,
  wording: string,
  paths: readonly string[] = [PATHS.tradePlan, PATHS.trades],
): Promise<string> {
  const ordered = () => TESTNETS.map((exchange) => server.simulator.ordersOf(exchange, 'tester').length)
  const started = async () => Trades.parse(await (await ask(PATHS.trades)).json()).trades
  await eventually(async () => (await started()).every(({ status }) => status !== 'running'))
  const before = ordered()
  const told = new Map<string, string>()
  await eventually(async () => {
    const found = await row()
    for (const path of found === undefined ? [] : paths) {
      const answer = await ask(path, { opportunity_id: found?.id, amount: '150' })
      const { detail = '' } = await jsonOf<Partial<Refusal>>(answer)
      if (answer.status === 409 && detail.includes(wording)) told.set(path, detail)
    }
    return told.size === paths.length
  })
  expect(ordered()).toEqual(before)
  expect(new Set(told.values()).size).toBe(1)
  return [...told.values()][0] as string
}

test('a perpetual with a position takes no other trade, and the answer says what to do', async () => {
  for (const symbol of server.simulator.perpetuals('bybit'))
    server.simulator.tradeByHand('bybit', 'tester', symbol, 'buy', 1)
  const held = server.simulator.positionsOf('bybit', 'tester').map(({ symbol }) => symbol)
  expect(held.length).toBeGreaterThan(1)
  const detail = await refused(async () => {
    const rows = CarryRow.array().parse(await (await ask(PATHS.lists.carry)).json())
    return rows.find(
      ({ exchange, side, symbol }) =>
        exchange === 'bybit' && side === 'long-spot' && held.includes(symbol.replace('/', '')),
    )
  }, 'açık bir pozisyon var')
  expect(detail).toContain('Borsada o pozisyonu kapatın ya da başka bir satır seçip yeniden deneyin.')
})

test('an account without room for open orders is refused before anything is ordered', async () => {
  const leave = (count: number) => {
    for (const exchange of TESTNETS)
      for (const pair of server.simulator.markets(exchange)) server.simulator.leaveOpen(exchange, 'tester', pair, count)
  }
  leave(500)
  // A preview does not read them.
  const wording = 'açık emir sayısı borsanın sınırında'
  const row = async () => {
    const rows = SpotRow.array().parse(await (await ask(PATHS.lists.spot)).json())
    return rows.find(({ buy_exchange, sell_exchange }) =>
      [buy_exchange, sell_exchange].every((exchange) => TESTED.includes(exchange)),
    )
  }
  const detail = await refused(row, wording, [PATHS.trades])
  expect(detail).toContain('Borsada birkaç açık emri iptal edip yeniden deneyin.')
  leave(0)
})

test('a connection whose account differs orders nothing, says why, and orders again once its owner has looked', async () => {
  const difference = { at: 1, kind: 'position', name: 'SOLUSDT', least: '-3', most: '-1.5', found: '2.25' }
  const mark = (one: object | null) =>
    server.db.query('update exchange_keys set difference = $1 where user_id = $2', [
      one === null ? null : JSON.stringify(one),
      user.id,
    ])
  await mark(difference)
  const sentence = 'SOLUSDT pozisyonu işlemlere göre −3 ile −1,5 arasında olmalı, borsada 2,25.'
  const row = async () => {
    const rows = SpotRow.array().parse(await (await ask(PATHS.lists.spot)).json())
    return rows.find(({ buy_exchange, sell_exchange }) =>
      [buy_exchange, sell_exchange].every((exchange) => TESTED.includes(exchange)),
    )
  }
  const detail = await refused(row, 'yeni emir gönderilmiyor')
  expect(detail).toMatch(/^(Binance|OKX|Bybit) Testnet bağlantısıyla /)
  expect(detail).toContain(sentence)
  const records = KeyRecords.parse(await (await ask(PATHS.apiKeys)).json())
  expect(records.map((record) => record.difference)).toEqual([sentence, sentence, sentence])
  for (const { id } of records) {
    const clear = () =>
      send(server, `${PATHS.apiKeys}/${id}/difference`, undefined, { token: user.token, method: 'DELETE' })
    expect([(await clear()).status, (await clear()).status]).toEqual([204, 404])
  }
  let plan = 0
  await eventually(async () => {
    const found = await row()
    if (found === undefined) return false
    plan = (await ask(PATHS.tradePlan, { opportunity_id: found.id, amount: '150' })).status
    return plan === 200
  })
  expect(plan).toBe(200)
})
