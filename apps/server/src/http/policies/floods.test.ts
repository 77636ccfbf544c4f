import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PATHS } from '@makas/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { row } from '../testing/rows.ts'
import { eventually } from '../testing/test-server.ts'
import { send, signInAdmin, signUp, startUserServer, type UserServer } from '../testing/user-server.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..')
const ROW = 'spot.SOL-USDT.okx.binance'
/** Places and room of the engine's questions and of searches (security.md, Limits). */
const ENGINE = { atOnce: 4, waiting: 32 }
const SEARCHES = { atOnce: 2, waiting: 32 }
const FLOOD = 50

let server: UserServer
afterEach(() => server.stop())

/** Rows of the list of scarce things in security.md: what it is, and the files of its tests. */
function listed(): { readonly what: string; readonly tests: readonly string[] }[] {
  const text = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8')
  const [, table = ''] = /\| what \| room \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(text) ?? []
  return table
    .trimEnd()
    .split('\n')
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      return {
        what: cells[1] ?? '',
        tests: [...(cells[5] ?? '').matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name),
      }
    })
}

/** `makas_scarce_<field>` of everything scarce. */
async function scarce(field: 'used' | 'waiting' | 'refused_total'): Promise<ReadonlyMap<string, number>> {
  const text = await (await server.get('/metrics')).text()
  const lines = text.matchAll(new RegExp(`^makas_scarce_${field}\\{what="([^"]+)"\\} (\\d+)$`, 'gm'))
  return new Map([...lines].map(([, what = '', value]) => [what, Number(value)]))
}

test('[SEC-92] the list of what is scarce is that of the metrics, and each row names tests that are there', async () => {
  server = await startUserServer()
  const rows = listed()
  // The vault's places are told by the process that has one.
  const told = ['requests to exchanges', ...(await scarce('used')).keys()]
  expect(rows.map(({ what }) => what).sort()).toEqual(told.sort())
  const measured = readFileSync(join(ROOT, 'apps/server/src/reliability/load/measured-floods.test.ts'), 'utf8')
  const files = new Set(globSync('apps/server/src/**/*.test.ts', { cwd: ROOT }).map((path) => basename(path)))
  for (const { what, tests } of rows) {
    expect([what, tests.length > 0, tests.filter((name) => !files.has(basename(name)))]).toEqual([what, true, []])
    expect([what, measured.includes(`what: ${JSON.stringify(what).replace(/^"([^']*)"$/, "'$1'")},`)]).toEqual([
      what,
      true,
    ])
  }
})

/** Answers the engine's oldest questions for evidence that were not answered yet, one after the other. */
function answering() {
  const { scripted } = server
  let at = 0
  const asked = () => scripted.requests.filter((one) => one.kind === 'evidence')
  return {
    asked,
    answer: () => {
      const next = asked()[at++]
      if (next !== undefined) scripted.say({ kind: 'evidence', requestId: next.requestId, json: null })
    },
  }
}

test('[SEC-92] a caller who asks the engine without end is refused, and delays an order, a user and a visitor by a turn or two', async () => {
  server = await startUserServer({ rateLimitScale: 1_000 })
  server.scripted.publish({ rows: [row(ROW)] })
  await eventually(async () => (await server.get(PATHS.lists.spot)).ok)
  const [greedy, other, trader] = [
    await signUp(server),
    await signUp(server, 'other@example.org'),
    await signUp(server, 'trader@example.org'),
  ]
  await server.db.query('update users set is_premium = true where id = $1', [trader.id])
  server.clock.stop()
  server.scripted.answers = false
  const { asked, answer } = answering()
  const statuses: number[] = []
  const evidence = async (id: string, token: string) => {
    const { status } = await send(server, PATHS.evidence(id), undefined, { token })
    statuses.push(status)
  }
  const flood = Array.from({ length: FLOOD }, (_, at) => evidence(`spot.C${at}-USDT.okx.binance`, greedy.token))
  await expect
    .poll(() => [asked().length, statuses.length])
    .toEqual([ENGINE.atOnce, FLOOD - ENGINE.atOnce - ENGINE.waiting])
  expect(new Set(statuses)).toEqual(new Set([429]))
  const person = evidence('spot.OTHER-USDT.okx.binance', other.token)
  const order = send(server, PATHS.trades, { opportunity_id: ROW, amount: '100' }, { token: trader.token })
  // Both came to a full room, and took places of the one with the most work.
  await expect.poll(() => statuses.length).toBe(FLOOD - ENGINE.atOnce - ENGINE.waiting + 2)
  const before = asked().length
  for (let turn = 1; turn <= 3; turn++) {
    answer()
    await expect.poll(() => asked().length).toBe(before + turn)
  }
  const next = asked()
    .slice(before)
    .map(({ id }) => id)
  expect(next[0]).toBe(ROW)
  expect(next).toContain('spot.OTHER-USDT.okx.binance')
  server.scripted.answers = true
  const rest = setInterval(answer, 1)
  await Promise.all([...flood, person, order])
  clearInterval(rest)
  expect((await scarce('refused_total')).get("the engine's questions")).toBe(FLOOD - ENGINE.atOnce - ENGINE.waiting + 2)
})

test('[SEC-92] an admin who searches without end delays another admin by a turn, and visitors come after both', async () => {
  server = await startUserServer({ rateLimitScale: 1_000 })
  const first = await signInAdmin(server)
  const second = await signInAdmin(server, { email: 'second@example.org' })
  const { userRecords } = server.parts
  const page = userRecords.page.bind(userRecords)
  const begun: { readonly text: string; readonly end: () => void }[] = []
  vi.spyOn(userRecords, 'page').mockImplementation(async (...given) => {
    await new Promise<void>((end) => begun.push({ text: given[0].text, end }))
    return page(...given)
  })
  const statuses: number[] = []
  const search = async (text: string, { token }: { readonly token: string }) => {
    const { status } = await send(server, `${PATHS.adminUsers}?q=${text}`, undefined, { token })
    statuses.push(status)
  }
  const flood = Array.from({ length: FLOOD }, (_, at) => search(`flood${at}`, first))
  const refused = FLOOD - SEARCHES.atOnce - SEARCHES.waiting
  await expect.poll(() => [begun.length, statuses.length]).toEqual([SEARCHES.atOnce, refused])
  // A visitor takes nobody's place.
  expect((await server.get(`${PATHS.helpArticles}?q=carry`)).status).toBe(429)
  const other = search('other', second)
  await expect.poll(() => statuses.length).toBe(refused + 1)
  for (let turn = 0; turn < 2; turn++) {
    begun[turn]?.end()
    await expect.poll(() => begun.length).toBe(SEARCHES.atOnce + turn + 1)
  }
  expect(begun.slice(SEARCHES.atOnce).map(({ text }) => text)).toContain('other')
  const rest = setInterval(() => {
    for (const { end } of begun) end()
  }, 1)
  await Promise.all([...flood, other])
  clearInterval(rest)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect((await server.get(`${PATHS.helpArticles}?q=carry`)).status).toBe(200)
})

test('[SEC-92] two copies of own data are read at once, and a person with many waiting keeps another for one turn', async () => {
  server = await startUserServer({ rateLimitScale: 1_000 })
  const many = await signUp(server)
  const single = await signUp(server, 'single@example.org')
  const { users } = server.parts
  const copyOf = users.copyOf.bind(users)
  const begun: { readonly id: string; readonly end: () => void }[] = []
  vi.spyOn(users, 'copyOf').mockImplementation(async (id) => {
    await new Promise<void>((end) => begun.push({ id, end }))
    return copyOf(id)
  })
  const waiting = async () => (await scarce('waiting')).get('copies of the own data')
  const copy = ({ token }: { readonly token: string }) => send(server, '/api/account/export', undefined, { token })
  const all = [many, many, many, many, many].map(copy)
  await expect.poll(async () => [begun.length, await waiting()]).toEqual([2, 3])
  all.push(copy(single))
  await expect.poll(waiting).toBe(4)
  for (let at = 0; at < all.length; at++) {
    await expect.poll(() => begun.length).toBe(Math.min(at + 2, all.length))
    begun[at]?.end()
  }
  expect(await Promise.all(all.map(async (one) => (await one).status))).toEqual([200, 200, 200, 200, 200, 200])
  expect(begun.findIndex(({ id }) => id === single.id)).toBeLessThanOrEqual(3)
})
