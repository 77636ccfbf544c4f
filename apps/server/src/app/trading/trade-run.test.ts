import { nextStep, type TradeLeg } from '@makas/domain'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TrailAnswer } from '../ports/trading/order-vault.ts'
import type { StoredOrder } from '../ports/trading/trades.ts'
import { NOTHING_THERE, StagedRuns } from './testing/staged-runs.ts'
import { BEGAN_AT, filledWith, PLAN } from './testing/trades.ts'

let stage: StagedRuns
beforeEach(() => {
  stage = new StagedRuns()
})

const runOf = (...given: Parameters<StagedRuns['of']>) => stage.of(...given)

const sending = (clientId: string, at: number, sentAt = BEGAN_AT): StoredOrder => {
  const { side, quantity, limit } = PLAN.legs[at] as TradeLeg
  const order = { leg: at, purpose: 'open', side, quantity, limit } as const
  return {
    ...order,
    clientId,
    state: 'sending',
    refusal: null,
    result: null,
    fees: [],
    orderId: null,
    sentAt,
    doneAt: null,
  }
}

describe('a trade', () => {
  test('of which everything is filled is complete, and each order has a name that all exchanges take', async () => {
    expect(await runOf((order) => filledWith(order)).toItsEnd()).toBe('complete')
    expect(stage.ended).toEqual(['complete'])
    expect(stage.placed.map(({ side, quantity, limit }) => [side, quantity, limit])).toEqual([
      ['buy', '2', '100'],
      ['sell', '2', '101'],
    ])
    for (const { clientId } of stage.placed) expect(clientId).toMatch(/^[0-9A-Za-z]{18}$/)
    expect(new Set(stage.placed.map(({ clientId }) => clientId)).size).toBe(2)
  })

  test('names the asset of a fee where the exchange does not', async () => {
    const run = runOf((order) => {
      const found = filledWith(order)
      if (found.kind !== 'done') return found
      const fee = { asset: null, amount: '0.2', of: order.side === 'buy' ? 'base' : 'quote' } as const
      return { ...found, fill: { ...found.fill, fees: [fee] } }
    })
    await run.toItsEnd()
    expect(stage.stored.slice(0, 2).map(({ fees }) => fees)).toEqual([
      [{ asset: 'SOL', amount: '0.2' }],
      [{ asset: 'USDT', amount: '0.2' }],
    ])
  })

  test('of which one leg is refused gives the other back at once', async () => {
    const run = runOf((order, key) => (key === 'key-sell' ? { kind: 'refused', why: 'balance' } : filledWith(order)))
    expect(await run.toItsEnd()).toBe('unwound')
    expect(stage.placed.map(({ side, quantity, limit }) => [side, quantity, limit])).toEqual([
      ['buy', '2', '100'],
      ['sell', '2', '101'],
      // At most 1 % below what it was bought for.
      ['sell', '2', '99'],
    ])
    expect(stage.stored.map(({ purpose, state, refusal }) => [purpose, state, refusal])).toEqual([
      ['open', 'done', null],
      ['open', 'refused', 'balance'],
      ['unwind', 'done', null],
    ])
  })

  test('of which one leg is filled in part gives back what the other has more', async () => {
    const run = runOf((order, key) => filledWith(order, key === 'key-sell' ? 0.5 : 1))
    expect(await run.toItsEnd()).toBe('partial')
    expect(stage.placed.slice(2).map(({ side, quantity }) => [side, quantity])).toEqual([['sell', '1']])
  })

  test('whose exchange is too busy to take back what is left gives it the minute that its limits last', async () => {
    let refusedAt: number | null = null
    const run = runOf((order, key) => {
      if (key === 'key-sell') return { kind: 'refused', why: 'busy' }
      if (!order.isUnwind) return filledWith(order)
      refusedAt ??= stage.clock.now()
      return stage.clock.now() - refusedAt < 60_000 ? { kind: 'refused', why: 'busy' } : filledWith(order)
    })
    expect(await run.toItsEnd()).toBe('unwound')
    expect(stage.stored.map(({ purpose, refusal }) => [purpose, refusal])).toEqual([
      ['open', null],
      ['open', 'busy'],
      ['unwind', 'busy'],
      ['unwind', 'busy'],
      ['unwind', null],
    ])
    // What is open goes back at once, since the other exchange was the busy one.
    expect(refusedAt).toBe(BEGAN_AT)
  })

  test('whose exchange has banned us gives back what is left when the ban is over, and asks nothing before', async () => {
    const until = BEGAN_AT + 1_800_000
    const run = runOf((order, key) => {
      if (stage.clock.now() < until && (key === 'key-sell' || order.isUnwind))
        return { kind: 'refused', why: 'busy', until }
      return filledWith(order)
    })
    expect(await run.toItsEnd()).toBe('unwound')
    expect(stage.stored.map(({ purpose, refusal }) => [purpose, refusal])).toEqual([
      ['open', null],
      ['open', 'busy'],
      // The buying exchange tells its ban here.
      ['unwind', 'busy'],
      ['unwind', null],
    ])
    expect(stage.stored.at(-1)?.sentAt).toBeGreaterThanOrEqual(until)
  })

  test('whose one exchange has banned us gives back at once what is open at the other', async () => {
    const until = BEGAN_AT + 3 * 86_400_000
    const run = runOf((order, key) =>
      key === 'key-sell' ? { kind: 'refused', why: 'busy', until } : filledWith(order),
    )
    expect(await run.toItsEnd()).toBe('unwound')
    expect(stage.stored.at(-1)).toMatchObject({ purpose: 'unwind', side: 'sell', sentAt: BEGAN_AT })
  })

  test('an order of unknown outcome is looked up after a ban that lasts longer than look-ups do', async () => {
    const until = BEGAN_AT + 1_800_000
    const run = runOf(
      (order, key) => (key === 'key-buy' ? { kind: 'unknown', why: 'network' } : filledWith(order)),
      (order) => (stage.clock.now() < until ? { kind: 'unknown', why: 'rate-limited', until } : filledWith(order)),
    )
    expect(await run.toItsEnd()).toBe('complete')
  })

  test('that waits for a busy exchange heeds a stop, and sends nothing after it', async () => {
    let isStopping = false
    const run = runOf(
      (order, key) => {
        if (key === 'key-buy' && !order.isUnwind) return filledWith(order)
        if (order.isUnwind) stage.clock.after(5_000, () => (isStopping = true))
        return { kind: 'refused', why: 'busy' }
      },
      undefined,
      [],
      () => isStopping,
    )
    expect(await run.toItsEnd()).toBeNull()
    expect([stage.placed.length, stage.ended]).toEqual([3, []])
  })

  test.each([
    ['an hour ago waits no more', -3_600_000, 0],
    ['by a stage.clock an hour ahead waits once', 3_600_000, 10_000],
  ])('whose exchange was busy for another process, %s', async (_, doneAfter, waits) => {
    const done = { state: 'done', orderId: 'x1', doneAt: BEGAN_AT } as const
    const result = { kind: 'done', filled: '2', value: '200', feeBase: '0', feeQuote: '0' } as const
    const refused = { state: 'refused', refusal: 'busy', result: { kind: 'refused' } } as const
    const run = runOf((order) => filledWith(order), undefined, [
      { ...sending('mkaaaaaaaaaaaaaaaa', 0), ...done, result },
      { ...sending('mkbbbbbbbbbbbbbbbb', 1), ...refused, doneAt: BEGAN_AT },
      {
        ...sending('mkcccccccccccccccc', 0),
        ...refused,
        purpose: 'unwind',
        side: 'sell',
        limit: null,
        doneAt: BEGAN_AT + doneAfter,
      },
    ])
    expect(await run.toItsEnd()).toBe('unwound')
    expect((stage.stored.at(-1)?.sentAt ?? 0) - BEGAN_AT).toBe(waits)
  })

  test('whose answer is lost looks the order up, and never sends it again', async () => {
    let times = 0
    const run = runOf(
      (order, key) => (key === 'key-buy' ? { kind: 'unknown', why: 'network' } : filledWith(order)),
      (order) => (++times < 4 ? { kind: 'unknown', why: 'network' } : filledWith(order)),
    )
    expect(await run.toItsEnd()).toBe('complete')
    expect(stage.placed).toHaveLength(2)
    expect(stage.looked).toHaveLength(4)
    expect(new Set(stage.looked)).toEqual(new Set([stage.placed[0]?.clientId]))
  })

  test('an order that no record of its exchange has counts as refused once it can arrive no more', async () => {
    const run = runOf(
      (order, key) => (key === 'key-buy' ? { kind: 'unknown', why: 'timeout' } : filledWith(order)),
      (order) => (order.clientId === stage.placed[0]?.clientId ? { kind: 'not-found' } : filledWith(order)),
    )
    expect(await run.toItsEnd()).toBe('unwound')
    const [buy, , back] = stage.stored
    expect([buy?.refusal, back?.side, back?.quantity]).toEqual(['never-arrived', 'buy', '2'])
    expect((buy?.doneAt ?? 0) - (buy?.sentAt ?? 0)).toBeGreaterThan(20_000)
  })

  test('an order that was accepted is never called refused, however long the exchange does not find it', async () => {
    const began = stage.clock.now()
    const run = runOf(
      (order, key) => (key === 'key-buy' ? { kind: 'accepted', orderId: 'x7' } : filledWith(order)),
      () => {
        // The acceptance is stored before anything is looked up.
        expect(stage.stored[0]).toMatchObject({ state: 'sending', orderId: 'x7' })
        return { kind: 'not-found' }
      },
    )
    expect(await run.toItsEnd()).toBe('open')
    expect(stage.clock.now() - began).toBeGreaterThan(6 * 3_600_000)
    expect(stage.stored.map(({ state, refusal, orderId }) => [state, refusal, orderId])).toEqual([
      ['unknown', null, 'x7'],
      ['done', null, 'x1'],
    ])
    expect(stage.placed).toHaveLength(2)
  })

  test('an order that the exchange named late, or not at all, was accepted too', async () => {
    const looks = new Map<string, number>()
    const run = runOf(
      (_, key) => (key === 'key-buy' ? { kind: 'unknown', why: 'timeout' } : { kind: 'accepted', orderId: null }),
      ({ clientId }, key) => {
        const times = (looks.get(clientId) ?? 0) + 1
        looks.set(clientId, times)
        return key === 'key-buy' && times === 2 ? { kind: 'accepted', orderId: 'x7' } : { kind: 'not-found' }
      },
    )
    expect(await run.toItsEnd()).toBe('open')
    expect(stage.stored.map(({ state, orderId }) => [state, orderId])).toEqual([
      ['unknown', 'x7'],
      ['unknown', stage.placed[1]?.clientId],
    ])
  })

  test('an accepted order that another process left is waited for, and its fill counts', async () => {
    const began = stage.clock.now()
    const orders = [{ ...sending('mkaaaaaaaaaaaaaaaa', 0), orderId: 'x7' }, sending('mkbbbbbbbbbbbbbbbb', 1)]
    const run = runOf(
      (order) => filledWith(order),
      (order) =>
        order.clientId === orders[0]?.clientId && stage.clock.now() - began > 600_000
          ? filledWith(order)
          : { kind: 'not-found' },
      orders,
    )
    expect(await run.toItsEnd()).toBe('unwound')
    expect(stage.stored.map(({ state, refusal }) => [state, refusal])).toEqual([
      ['done', null],
      ['refused', 'never-arrived'],
      ['done', null],
    ])
  })

  test('that another process left in the middle asks what came of its orders before it does anything', async () => {
    const orders = [sending('mkaaaaaaaaaaaaaaaa', 0), sending('mkbbbbbbbbbbbbbbbb', 1)]
    const run = runOf(
      (order) => filledWith(order),
      (order) => {
        if (order.clientId === orders[0]?.clientId) return filledWith(order)
        return order.clientId === orders[1]?.clientId ? { kind: 'refused', why: 'price' } : { kind: 'not-found' }
      },
      orders,
    )
    expect(await run.toItsEnd()).toBe('unwound')
    expect(stage.looked.slice(0, 2)).toEqual(['mkaaaaaaaaaaaaaaaa', 'mkbbbbbbbbbbbbbbbb'])
    expect(stage.placed.map(({ side, limit }) => [side, limit])).toEqual([['sell', '99']])
  })

  test('that another process left asks for 20 s of its own, whatever the clock of the other was', async () => {
    const began = stage.clock.now()
    const orders = [sending('mkaaaaaaaaaaaaaaaa', 0, BEGAN_AT - 3_600_000), sending('mkbbbbbbbbbbbbbbbb', 1, BEGAN_AT)]
    const run = runOf(
      (order) => filledWith(order),
      () => ({ kind: 'not-found' }),
      orders,
    )
    expect(await run.toItsEnd()).toBe('missed')
    for (const { doneAt } of stage.stored) expect((doneAt ?? 0) - began).toBeGreaterThan(20_000)
  })

  test('that nobody began in its first minute is not begun any more', async () => {
    await new Promise<void>((resolve) => stage.clock.after(61_000, resolve))
    expect(await runOf((order) => filledWith(order)).toItsEnd()).toBe('missed')
    expect(stage.placed).toEqual([])
  })

  test('that is given up leaves its orders unknown, and says that something may be left', async () => {
    const run = runOf((order) => filledWith(order), undefined, [sending('mkaaaaaaaaaaaaaaaa', 0)])
    expect(await run.giveUp()).toBe('open')
    expect([stage.stored[0]?.state, stage.ended, stage.placed]).toEqual(['unknown', ['open'], []])
  })

  test('whose connection is gone before it is sent ends without it', async () => {
    stage.keysGone.add('key-buy')
    stage.keysGone.add('key-sell')
    expect(await runOf((order) => filledWith(order)).toItsEnd()).toBe('missed')
    expect(stage.placed).toEqual([])
    expect(stage.stored.map(({ refusal }) => refusal)).toEqual(['key', 'key'])
  })

  test('whose connection is gone while an order is out says that something may be left', async () => {
    stage.keysGone.add('key-buy')
    const run = runOf((order) => filledWith(order), undefined, [sending('mkaaaaaaaaaaaaaaaa', 0)])
    expect(await run.toItsEnd()).toBe('open')
    expect(stage.stored[0]?.state).toBe('unknown')
  })

  test('of which one order is unknown still finds out what came of the other', async () => {
    const lost: StoredOrder = { ...sending('mkaaaaaaaaaaaaaaaa', 0), state: 'unknown', doneAt: BEGAN_AT }
    const run = runOf((order) => filledWith(order), undefined, [lost, sending('mkbbbbbbbbbbbbbbbb', 1)])
    expect(await run.toItsEnd()).toBe('open')
    expect(stage.stored.map(({ state }) => state)).toEqual(['unknown', 'done'])
  })

  test('nobody asks for ever what came of an order', async () => {
    const run = runOf(
      () => ({ kind: 'unknown', why: 'network' }),
      () => ({ kind: 'unknown', why: 'network' }),
    )
    const began = stage.clock.now()
    expect(await run.toItsEnd()).toBe('open')
    expect(stage.clock.now() - began).toBeGreaterThan(6 * 3_600_000)
    expect(new Set(stage.unsettled)).toEqual(new Set(stage.placed.map(({ clientId }) => clientId)))
  })

  test('of a server that stops begins nothing more, and goes on from there afterwards', async () => {
    let isStopping = false
    const run = runOf(
      (order, key) => {
        isStopping = true
        return key === 'key-buy' ? filledWith(order) : { kind: 'refused', why: 'balance' }
      },
      undefined,
      [],
      () => isStopping,
    )
    expect(await run.toItsEnd()).toBeNull()
    expect([stage.placed.length, stage.ended]).toEqual([2, []])
    const next = nextStep(PLAN, stage.stored)
    expect(next).toMatchObject({ kind: 'order', orders: [{ side: 'sell', purpose: 'unwind', quantity: '2' }] })
    expect(await runOf((order) => filledWith(order), undefined, stage.stored).toItsEnd()).toBe('unwound')
  })
})

describe('an order that its exchange does not find', () => {
  const NAMED = { orders: [{ clientId: '', orderId: 'x9', side: 'sell' as const }] }
  test.each([
    [
      'that a list names',
      () => ({ ...NOTHING_THERE, orders: [{ ...NAMED.orders[0], clientId: stage.placed[1]?.clientId }] }),
    ],
    ['of which there may be a fill', () => ({ ...NOTHING_THERE, hasStrayFill: true })],
    ['while the account holds less', () => ({ ...NOTHING_THERE, held: ['998'] })],
    ['while a list cannot be read', () => ({ kind: 'unread', why: 'network' })],
  ] as const)('%s is given back by no counter order', async (_, trail) => {
    stage.trail = (recordId) => (recordId === 'key-sell' ? (trail() as TrailAnswer) : NOTHING_THERE)
    const run = runOf(
      (order, key) => (key === 'key-sell' ? { kind: 'unknown', why: 'timeout' } : filledWith(order)),
      (order, key) => (key === 'key-sell' ? { kind: 'not-found' } : filledWith(order)),
    )
    expect(await run.toItsEnd()).toBe('open')
    expect([stage.placed.length, stage.stored[1]?.state]).toEqual([2, 'unknown'])
    expect(stage.unsettled).toEqual([stage.placed[1]?.clientId])
  })

  test('is held for gone only where all records agree twice in a row', async () => {
    let read = 0
    // They agree, contradict each other, and agree twice.
    stage.trail = () => (++read === 2 ? { ...NOTHING_THERE, hasStrayFill: true } : NOTHING_THERE)
    const run = runOf(
      (_order, key) => (key === 'key-buy' ? { kind: 'unknown', why: 'timeout' } : { kind: 'refused', why: 'balance' }),
      () => ({ kind: 'not-found' }),
    )
    expect(await run.toItsEnd()).toBe('missed')
    expect(read).toBe(4)
  })
})
