import { affordSpot, detectSpot, exactText, ofDecimal, type PaperFill, paperFill } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../../scripts/figure.ts'
import { seedFor } from '../../../../../../scripts/run-length.ts'
import { isFullRun } from '../../../../../../scripts/tiers.ts'
import { paperMoment, paperQuote } from '../../../app/market/engine/answers/paper-spot.ts'
import { decimal, instrument, Stage } from '../../../app/market/testing/stage.ts'
import { paperBalance, placePaperOrder, refusedBy } from '../../../app/paper/place-order.ts'
import type { PaperBooks, PaperMarket } from '../../../app/ports/trading/paper.ts'
import { seededRandom } from '../../system/randomness.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { paperCopy, paperStore } from './paper-store.ts'

const db = await makeTestDatabase()
const store = paperStore(() => db.database)
const TRADES = 1_000
const RULES = { start: 10_000_000, trades: TRADES }
const ROUTE = 'spot.SOL-USDT.okx.binance'

/** Books that move at every step: gaps that grow, shrink and turn, thin levels, long numbers. */
class MovingMarket implements PaperMarket {
  readonly stage = new Stage()
  readonly #random: () => number
  now = 1_000
  /** The engine's own account of the last requested offer. */
  reference: Pick<PaperFill, 'size' | 'net'> | null = null

  constructor(seed: number) {
    this.#random = seededRandom(seed)
    for (const exchange of ['okx', 'binance'] as const) {
      const rules = exchange === 'okx' ? { lotStep: decimal('0.01') } : { lotStep: decimal('0.001') }
      this.stage.list(instrument(exchange, 'SOL', 'USDT', rules))
    }
  }

  #side(best: number, step: number): (readonly [string, string])[] {
    const count = 1 + Math.floor(this.#random() * 12)
    return Array.from({ length: count }, (_, rank) => {
      const price = (best + step * rank * (1 + this.#random())).toFixed(4)
      const size = (0.001 + this.#random() ** 3 * 40).toFixed(Math.floor(this.#random() * 6))
      return [price, Number(size) === 0 ? '0.001' : size] as const
    })
  }

  /** Sets the next state of both books; `gap` is the distance of the one's bids above the other's asks. */
  move(gap: number): void {
    this.now += 50
    const { stage, now } = this
    const ask = 99.5 + this.#random()
    stage.depth(now, 'okx', 'SOLUSDT', this.#side(ask - 0.2, -0.03), this.#side(ask, 0.03))
    stage.depth(now, 'binance', 'SOLUSDT', this.#side(ask + gap, -0.03), this.#side(ask + gap + 0.2, 0.03))
  }

  async quote(id: string, amount: string) {
    const inputs = { engine: this.stage.engine, source: 'demo', spotCap: () => decimal('50000') } as const
    const quote = paperQuote(inputs, id, amount, this.now)
    this.reference = quote.kind === 'offered' ? this.#afforded(id, amount) : null
    // Events while the order is on its way.
    const chance = this.#random()
    if (chance < 0.03) this.stage.lose('okx', 'SOLUSDT', 'gap')
    else if (chance < 0.8) this.move(0.6 - this.#random() * 0.9)
    return quote
  }

  async moment(id: string, size: string) {
    return paperMoment(this.stage.engine, id, size, this.now)
  }

  #afforded(id: string, amount: string) {
    const route = this.stage.engine.routes.find((one) => one.id === id)
    if (route === undefined || route.buy.terms === null || route.sell.terms === null) throw new Error('no route')
    const [buy, sell] = [
      { slot: route.buy.slot, terms: route.buy.terms },
      { slot: route.sell.slot, terms: route.sell.terms },
    ]
    const found = detectSpot(buy, sell, { cap: decimal('50000'), confirmed: true })
    if (found.kind === 'none') throw new Error('no opportunity')
    const balances = { quote: ofDecimal(decimal(amount)), coins: found.account.size }
    const { account } = affordSpot(buy, sell, found.account, balances)
    return account === null ? null : { size: exactText(account.size), net: exactText(account.net) }
  }
}

/** A clock whose timers run at once. */
const clockOf = (market: MovingMarket) => ({
  now: () => market.now,
  after: (_: number, run: () => void) => {
    run()
    return { cancel: () => undefined }
  },
})

test.runIf(isFullRun)(
  '1,000 paper trades computed again from the books that are stored give what is stored, exactly',
  async (context) => {
    const seed = seedFor('paper trades', 1_123)
    const market = new MovingMarket(seed)
    const userId = await addUser(db)
    let ids = 0
    const clock = clockOf(market)
    const randomness = { newId: () => `trade-${String(++ids).padStart(16, '0')}` }
    const outcomes = { filled: 0, partial: 0, missed: 0, lost: 0, 'no book': 0 }
    // The product reads all earlier trades before each order; here that would be a million rows.
    const paper = { ...store, ofUser: async () => [] }
    for (let stored = 0; stored < TRADES; ) {
      market.move(0.3 + (stored % 7) / 10)
      const amount = String(100 + ((stored * 37) % 9_900) + (stored % 100) / 100)
      const parts = { paper, clock, randomness }
      const ordered = await placePaperOrder(parts, market, RULES, userId, { opportunityId: ROUTE, amount })
      if (ordered.kind !== 'filled') continue
      const { trade, evidence } = ordered
      expect({ size: trade.order.size, net: trade.expected.net }).toEqual(market.reference)
      // As above: the rules see no earlier trades.
      expect(await store.add(userId, trade, evidence, () => null)).toBe('added')
      stored++
      const { size, net } = trade.fill
      outcomes[size === '0' ? 'missed' : size === trade.order.size ? 'filled' : 'partial']++
      if (net.startsWith('-')) outcomes.lost++
      if (trade.shortfall === 'no-live-book') outcomes['no book']++
    }

    const rows = await db.database.run((statements) => paperCopy(statements, userId, TRADES))
    expect(rows).toHaveLength(TRADES)
    let differing = 0
    for (const row of rows) {
      const order = { size: row.ordered_size, limit: row.limit_price }
      const again = (books: PaperBooks | null) => (books === null ? null : paperFill(order, books.buy, books.sell))
      const nothing = { size: '0', bought: '0', sold: '0', fees: '0', net: '0' }
      const pair = [again(row.books.before), again(row.books.after) ?? nothing]
      if (JSON.stringify(pair) !== JSON.stringify([sums(row.expected), sums(row.got)])) differing++
    }
    expect(differing).toBe(0)
    for (const [outcome, count] of Object.entries(outcomes)) expect([outcome, count > 10]).toEqual([outcome, true])
    const trades = await store.ofUser(userId)
    const balance = trades.reduce((sum, { fill }) => sum + Number(fill.net), RULES.start)
    expect(Number(paperBalance(RULES.start, trades))).toBeCloseTo(balance, 4)
    recordFigure(context, {
      row: 'paper',
      wanted: '1,000 paper trades replayed from their stored books give the stored results exactly',
      measured: `${rows.length} trades, ${differing} differ; ${JSON.stringify(outcomes)}`,
      seed,
    })
  },
  600_000,
)

const sums = ({ size, bought, sold, fees, net }: PaperFill) => ({ size, bought, sold, fees, net })

test('one person has no more than is allowed, a reset leaves a line, and nobody keeps what is reset', async () => {
  const [owner, other] = [await addUser(db), await addUser(db)]
  const market = new MovingMarket(7)
  const clock = clockOf(market)
  let made = 0
  const parts = { paper: store, clock, randomness: { newId: () => `few-${++made}` } }
  const place = async (userId: string) => {
    for (;;) {
      market.move(0.8)
      const given = { opportunityId: ROUTE, amount: '1000' }
      const rules = { start: 10_000, trades: 2 }
      const ordered = await placePaperOrder(parts, market, rules, userId, given)
      if (ordered.kind === 'closed' || ordered.kind === 'too-small') continue
      if (ordered.kind !== 'filled') return ordered.kind
      return store.add(userId, ordered.trade, ordered.evidence, (kept) => refusedBy(rules, kept, given.amount))
    }
  }
  expect([await place(owner), await place(owner), await place(owner), await place(other)]).toEqual([
    'added',
    'added',
    'full',
    'added',
  ])
  const line = (trades: number) => ({
    time: market.now,
    actor: { kind: 'user', id: owner } as const,
    action: 'paper-trades-reset',
    subject: null,
    detail: { trades },
    address: null,
    requestId: null,
  })
  await store.reset(owner, line)
  await store.reset(owner, line)
  expect([(await store.ofUser(owner)).length, (await store.ofUser(other)).length]).toEqual([0, 1])
  const lines = await db.query("select detail from audit_log where action = 'paper-trades-reset' and actor_id = $1", [
    owner,
  ])
  expect(lines).toEqual([{ detail: { trades: 2 } }])
  await db.query('delete from users where id = $1', [other])
  expect(await store.ofUser(other)).toEqual([])
})

test('orders on their way at once are held to the balance that is left when each is stored', async () => {
  const owner = await addUser(db)
  const market = new MovingMarket(11)
  const rules = { start: 10_000, trades: 500 }
  // Each trade lost a dollar on its way; the second one exceeds the money that is left when it is stored.
  const given = { opportunityId: ROUTE, amount: '10000' }
  let made = 0
  const parts = { paper: store, clock: clockOf(market), randomness: { newId: () => `at-once-${++made}` } }
  const order = async () => {
    for (;;) {
      market.move(0.8)
      const ordered = await placePaperOrder(parts, market, rules, owner, given)
      if (ordered.kind !== 'closed' && ordered.kind !== 'too-small') return ordered
    }
  }
  const orders = [await order(), await order(), await order()]
  const ends = await Promise.all(
    orders.map((ordered) => {
      if (ordered.kind !== 'filled') throw new Error(`the order was not filled: ${ordered.kind}`)
      const trade = { ...ordered.trade, fill: { ...ordered.trade.fill, net: '-1' } }
      return store.add(owner, trade, ordered.evidence, (kept) => refusedBy(rules, kept, given.amount))
    }),
  )
  expect([...ends].sort()).toEqual(['added', 'balance', 'balance'])
  expect(paperBalance(rules.start, await store.ofUser(owner))).toBe('9999')
})
