import { expect, test } from 'vitest'
import { KnownRoutes } from './known-routes.ts'
import type { NewRoutes, RoutesSeen } from './messages.ts'

/** An archive that has `routes` and counts who looks at them; `answer` null: it does not answer. */
function index(routes: string[]) {
  const world = { now: 1_000_000, looks: [] as RoutesSeen[], isAway: false, wait: null as Promise<void> | null }
  const read = async (_source: 'live' | 'demo', seen: RoutesSeen): Promise<NewRoutes | null> => {
    world.looks.push(seen)
    await world.wait
    return world.isAway ? null : { routes, seen: { segments: [], journals: { file: routes.length } } }
  }
  return { world, known: new KnownRoutes(read, { now: () => world.now }) }
}

test('ten thousand made-up ids cost one look at what the archive has, and known routes none', async () => {
  const { world, known } = index(['a', 'b'])
  const made = await Promise.all(Array.from({ length: 10_000 }, (_, at) => known.mayHave('live', `none ${at}`)))
  expect([new Set(made), world.looks.length]).toEqual([new Set([false]), 1])
  expect([await known.mayHave('live', 'a'), await known.mayHave('live', 'b'), world.looks.length]).toEqual([
    true,
    true,
    1,
  ])
})

test('a route is found five seconds after its first point, in what was added since', async () => {
  const routes = ['a']
  const { world, known } = index(routes)
  expect(await known.mayHave('live', 'new')).toBe(false)
  routes.push('new')
  world.now += 4_999
  expect(await known.mayHave('live', 'new')).toBe(false)
  world.now += 1
  expect(await known.mayHave('live', 'new')).toBe(true)
  expect(world.looks).toEqual([
    { segments: [], journals: {} },
    { segments: [], journals: { file: 1 } },
  ])
})

test('each market has its own routes', async () => {
  const { world, known } = index(['a'])
  expect([await known.mayHave('live', 'a'), await known.mayHave('demo', 'a'), world.looks.length]).toEqual([
    true,
    true,
    2,
  ])
})

test('where nobody can tell, the archive is asked, and its routes are read again a minute later', async () => {
  const { world, known } = index(['a'])
  world.isAway = true
  expect(await known.mayHave('live', 'new')).toBe(true)
  world.isAway = false
  expect([await known.mayHave('live', 'new'), world.looks.length]).toEqual([true, 1])
  world.now += 60_000
  expect([await known.mayHave('live', 'new'), world.looks.length]).toEqual([false, 2])
})

test('of more routes than are kept in memory none is called unknown', async () => {
  const { known } = index(Array.from({ length: 100_002 }, (_, at) => `route ${at}`))
  expect([await known.mayHave('live', 'route 7'), await known.mayHave('live', 'unheard of')]).toEqual([true, true])
})
