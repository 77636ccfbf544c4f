import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue, QueueFull, type Sharer } from './fair-queue.ts'

const stranger = (key: string): Sharer => ({ key, rank: 'stranger' })
const user = (key: string): Sharer => ({ key, rank: 'user' })

/** A queue whose work ends when it is told to; `order` names the work in the order in which it began. */
function staged(places: number, room: number) {
  const queue = new FairQueue(places, room)
  const order: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const run = (sharer: Sharer, name = sharer.key) =>
    void queue
      .run(sharer, () => {
        order.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(QueueFull)
        refused.push(name)
      })
  /** Ends the work that runs, one after the other, until none is left. */
  async function drain(): Promise<void> {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end()
      await settled()
    }
  }
  return { queue, order, refused, run, drain }
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('[SEC-4] a sharer with much work keeps another waiting for one turn, not for all of it', async () => {
  const { order, run, drain } = staged(1, 64)
  for (let at = 0; at < 60; at++) run(stranger('flood'))
  run(stranger('other'))
  await settled()
  await drain()
  expect(order.indexOf('other')).toBeLessThanOrEqual(2)
  expect(order).toHaveLength(61)
})

test('[SEC-4] alone, a sharer has all the room; who comes then takes the newest of that work’s places', async () => {
  const { queue, order, refused, run, drain } = staged(1, 4)
  for (let at = 0; at < 7; at++) run(stranger('flood'), `flood ${at}`)
  await settled()
  expect([queue.waiting, refused]).toEqual([4, ['flood 5', 'flood 6']])
  for (const other of ['a', 'b', 'c']) run(stranger(other))
  await settled()
  // The flood keeps one waiting: the third other would take it from a sharer that has no more than itself.
  expect([queue.waiting, refused.slice(2), queue.refused]).toEqual([4, ['flood 4', 'flood 3', 'flood 2'], 5])
  run(stranger('d'))
  await settled()
  expect(refused.at(-1)).toBe('d')
  await drain()
  expect(order).toEqual(['flood 0', 'flood 1', 'a', 'b', 'c'])
})

test('[SEC-4] strangers fill no room of known people, and known people leave strangers a turn in four', async () => {
  const { order, refused, run, drain } = staged(1, 6)
  for (let at = 0; at < 7; at++) run(stranger(`stranger ${at}`))
  for (let at = 0; at < 5; at++) run(user(`person ${at}`))
  await settled()
  expect(refused).toHaveLength(5)
  await drain()
  expect(order.slice(0, 5).filter((name) => name.startsWith('stranger'))).toEqual(['stranger 0', order[4]])
  expect(order.filter((name) => name.startsWith('person'))).toHaveLength(5)
})

test('orders go before people, people before admins and admins before strangers, and each later rank has a turn in four', async () => {
  const { order, refused, run, drain } = staged(1, 100)
  run({ key: 'first', rank: 'order' })
  for (const rank of ['stranger', 'admin', 'user', 'order'] as const)
    for (let at = 0; at < 20; at++) run({ key: `${rank} ${at}`, rank }, rank)
  await settled()
  await drain()
  const orders = ['order', 'order', 'order']
  const turns = [...orders, 'user', ...orders, 'user', ...orders, 'user', ...orders, 'admin']
  expect(order.slice(1, 17)).toEqual(turns)
  expect([order.length, refused]).toEqual([81, []])
})

test('where no room is left, strangers lose their places first, then admins, and orders lose them to nobody', async () => {
  const { refused, run, drain } = staged(1, 3)
  run({ key: 'first', rank: 'order' })
  for (const rank of ['order', 'admin', 'stranger', 'user', 'order', 'stranger', 'admin', 'order'] as const)
    run({ key: `${rank}`, rank }, rank)
  await settled()
  expect(refused).toEqual(['stranger', 'admin', 'stranger', 'admin', 'user'])
  await drain()
})

test('work that fails gives its place on', async () => {
  const queue = new FairQueue(1, 1)
  await expect(queue.run(stranger('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(stranger('a'), async () => 7)).toBe(7)
})

test('whatever comes: never more runs than there are places nor waits than there is room, and all of it is begun or refused', async () => {
  const sharer = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    rank: fc.constantFrom('order' as const, 'user' as const, 'admin' as const, 'stranger' as const),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(sharer, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), async (sharers, places) => {
      const { queue, order, refused, run, drain } = staged(places, 5)
      for (const one of sharers) {
        run(one)
        expect(queue.waiting).toBeLessThanOrEqual(5)
      }
      await settled()
      expect(order.length).toBe(Math.min(places, sharers.length))
      await drain()
      expect(order.length + refused.length).toBe(sharers.length)
    }),
    { numRuns: 200, seed: 36 },
  )
})
