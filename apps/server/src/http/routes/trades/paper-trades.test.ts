import { HEADERS, LISTS, PATHS, PaperPortfolio, PaperTrade, UserExport } from '@makas/contract'
import { type CapturedSide, paperFill } from '@makas/domain'
import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { startKeyServer } from '../../testing/key-server.ts'
import { eventually, jsonOf, type Refusal } from '../../testing/test-server.ts'
import { send, signUp } from '../../testing/user-server.ts'

let users = 0

const newUser = () => signUp(server, `paper-${++users}@example.org`)
const spotRows = async (token: string) =>
  LISTS.spot.parse(await jsonOf(await send(server, PATHS.lists.spot, undefined, { token })))

const server = await startKeyServer(1_000, { hasMarket: true })
afterFile(() => server.stop())
const { token } = await newUser()
await eventually(async () => (await spotRows(token)).length > 0)

const portfolio = async (token: string) =>
  PaperPortfolio.parse(await jsonOf(await send(server, PATHS.paperTrades, undefined, { token })))
const order = (token: string, body: object, key?: string) =>
  send(server, PATHS.paperTrades, body, {
    token,
    ...(key === undefined ? {} : { headers: { [HEADERS.idempotencyKey]: key } }),
  })

/** A trade on a row that is still listed when it is ordered. */
async function trade(token: string, amount: number, key?: string): Promise<PaperTrade> {
  for (;;) {
    for (const { id } of (await spotRows(token)).filter(({ quote }) => quote !== 'TRY')) {
      const answer = await order(token, { opportunity_id: id, amount }, key)
      if (answer.status === 201) return PaperTrade.parse(await answer.json())
      expect([404, 409, 503]).toContain(answer.status)
    }
  }
}

test('a paper trade is filled from the live books and tells the expected and the real result', async () => {
  const { token } = await newUser()
  expect(await portfolio(token)).toEqual({ start: '10000', balance: '10000', trades: [] })
  const first = await trade(token, 1_000)
  expect(first).toMatchObject({ amount: '1000', source: 'demo' })
  expect(Number(first.expected.net)).toBeGreaterThan(0)
  expect(Number(first.expected.bought)).toBeLessThanOrEqual(1_000)
  expect(Number(first.got.size)).toBeLessThanOrEqual(Number(first.expected.size))
  expect(Date.parse(first.filled_at) - Date.parse(first.ordered_at)).toBeGreaterThanOrEqual(first.latency_ms)
  const second = await trade(token, 250.5)
  const after = await portfolio(token)
  expect(after.trades).toEqual([second, first])
  const sum = 10_000 + Number(first.got.net) + Number(second.got.net)
  expect(Number(after.balance)).toBeCloseTo(sum, 8)
})

test('a paper order that is sent again under its key is one trade', async () => {
  const { token } = await newUser()
  const first = await trade(token, 500, 'one')
  const body = { opportunity_id: first.opportunity_id, amount: 500 }
  expect(PaperTrade.parse(await (await order(token, body, 'one')).json())).toEqual(first)
  expect((await order(token, { ...body, amount: 501 }, 'one')).status).toBe(409)
  expect((await portfolio(token)).trades).toHaveLength(1)
})

test('an impossible order is refused with its sentence, and nothing is kept', async () => {
  const { token } = await newUser()
  const told = async (body: object) => {
    const answer = await order(token, body)
    const { code, detail, fields } = await jsonOf<Refusal>(answer)
    return [answer.status, code, fields?.amount ?? detail]
  }
  const gone = 'spot.SOL-USDT.okx.nowhere'
  expect(await told({ opportunity_id: gone, amount: 100 })).toEqual([
    404,
    'opportunity-closed',
    'Bu fırsat kapandı. Güncel listeden başka bir fırsat seçin.',
  ])
  for (const amount of [99, 10_001, 100.001])
    expect(await told({ opportunity_id: gone, amount })).toEqual([
      400,
      'validation',
      'Tutar 100 ile 10.000 USD arasında, en çok iki ondalıklı olmalı.',
    ])
  expect(await portfolio(token)).toMatchObject({ balance: '10000', trades: [] })
})

test('an amount above the balance is refused', async () => {
  const { token, id } = await newUser()
  await trade(token, 100)
  const lost = JSON.stringify({ size: '1', bought: '1', sold: '1', fees: '0', net: '-9950' })
  await server.db.query('update paper_trades set fill = $1 where user_id = $2', [lost, id])
  const [row] = await spotRows(token)
  const answer = await order(token, { opportunity_id: row?.id ?? 'gone', amount: 100 })
  expect([answer.status, (await jsonOf<Refusal>(answer)).detail]).toEqual([409, 'Sanal bakiyeniz bu tutara yetmiyor.'])
})

test('[SEC-74] the copy of one’s data has the books of each, from which it is computed again; a reset deletes all', async () => {
  const { token } = await newUser()
  const made = await trade(token, 1_000)
  const copy = UserExport.parse(await jsonOf(await send(server, PATHS.accountExport, undefined, { token })))
  const [kept] = copy.paper_trades
  expect(kept).toMatchObject({ id: made.id, got: made.got })
  const { after } = (
    kept as { books: { readonly after: { readonly buy: CapturedSide; readonly sell: CapturedSide } | null } }
  ).books
  const again = after && paperFill({ size: made.expected.size, limit: made.limit_price }, after.buy, after.sell)
  expect(again ?? made.got).toEqual(made.got)
  const reset = await send(server, PATHS.paperTrades, undefined, { token, method: 'DELETE' })
  expect(reset.status).toBe(204)
  expect(await portfolio(token)).toEqual({ start: '10000', balance: '10000', trades: [] })
})
