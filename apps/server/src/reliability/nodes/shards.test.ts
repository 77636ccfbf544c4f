import { shardOf } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor, slack } from '../../../../../scripts/run-length.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { coinOfRoute } from '../../app/market/route/route-coin.ts'
import type { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually, jsonOf } from '../../http/testing/test-server.ts'
import { ELIF, send, signedIn } from '../../http/testing/user-server.ts'
import { EpochsHeard } from '../testing/epochs-heard.ts'
import { logOf } from '../testing/log-lines.ts'
import { Nodes, usersOpen } from '../testing/world/nodes.ts'

const KILLS = isLongRun ? 50 : 1
const OF = 2
/** 50 coins: with fewer a shard has two or three rows, and at times none. */
const SHARED = { SHARDS: String(OF), SIM_SYMBOLS: '50' }
const LIVE_AGAIN_WITHIN_MS = 15_000
/** Largest age of the newest row of a healthy shard, ms. */
const FRESH_MS = 3_000
/** Longest time under way of an accepted state (`remote-engine.ts`), ms; rows' ages are as of their state. */
const UNDER_WAY_MS = 1_500 * slack
const LOOK_EVERY_MS = 100
const PATIENCE_MS = 120_000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Row = { readonly id: string; readonly age_ms: number }
/** `moments`: by shard, the time of each row according to its age, epoch ms. */
type Look = { readonly time: number; readonly moments: readonly (readonly number[])[] }

/** The live list of a logged-in user, as an API process serves it. */
class LiveList {
  readonly #origin: string
  #token: string

  private constructor(origin: string, token: string) {
    this.#origin = origin
    this.#token = token
  }

  static async of(origin: string): Promise<LiveList> {
    await usersOpen(origin)
    const { token } = await signedIn(await send({ origin }, '/api/auth/register', ELIF))
    return new LiveList(origin, token)
  }

  /** Renews the token, which lasts a quarter of an hour; with an expired one the list would be the visitors'. */
  async logInAgain(): Promise<void> {
    const { email, password } = ELIF
    this.#token = (await signedIn(await send({ origin: this.#origin }, '/api/auth/login', { email, password }))).token
  }

  /** Reads the list; no route may be listed twice. */
  async look(): Promise<Look> {
    const headers = { authorization: `Bearer ${this.#token}` }
    const time = Date.now()
    const answer = await fetch(`${this.#origin}/api/arbitrage-opportunities`, { headers })
    const rows = await jsonOf<Row[]>(answer)
    expect([answer.status, new Set(rows.map(({ id }) => id)).size]).toEqual([200, rows.length])
    const moments = Array.from({ length: OF }, (_, shard) =>
      rows.filter(({ id }) => shardOf(coinOfRoute(id) ?? '', OF) === shard).map(({ age_ms }) => time - age_ms),
    )
    return { time, moments }
  }
}

const newest = ({ moments }: Look, shard: number) => Math.max(Number.NEGATIVE_INFINITY, ...(moments[shard] ?? []))
const isFresh = (look: Look, shard: number) => look.time - newest(look, shard) < FRESH_MS

const shardsOf = async (origin: string) => {
  const answer = await fetch(`${origin}/readyz`)
  return { status: answer.status, ...(await jsonOf<{ market: string; shards: string }>(answer)) }
}

/** Newest epoch under which an engine took a shard; 0 if it never did. */
function taken(engine: ServerProcess, shard: number): number {
  const epochs = logOf(engine).flatMap(({ msg, name, epoch }) =>
    msg === 'lease-taken' && name === `shard:${shard}` ? [Number(epoch)] : [],
  )
  return Math.max(0, ...epochs)
}

/** The engine that took the shard last; null if none did. */
function leaderOf(engines: readonly ServerProcess[], shard: number): ServerProcess | null {
  const best = engines.toSorted((one, other) => taken(other, shard) - taken(one, shard))[0]
  return best !== undefined && taken(best, shard) > 0 ? best : null
}

/** Whether each shard is led by another engine. */
function isSpread(engines: readonly ServerProcess[]): boolean {
  const leaders = Array.from({ length: OF }, (_, shard) => leaderOf(engines, shard))
  return !leaders.includes(null) && new Set(leaders).size === OF
}

const isLed = (engines: readonly ServerProcess[]) =>
  Array.from({ length: OF }, (_, shard) => leaderOf(engines, shard)).every((leader) => leader !== null)

/**
 * Waits until each of two engines leads a shard. Leases do not move between healthy engines, so an engine that leads
 * all shards is stopped while two stand by (docs/operations.md). Engines that start together take one shard each,
 * unless the machine is busy for seconds.
 */
async function spread(nodes: Nodes, engines: readonly ServerProcess[]): Promise<readonly ServerProcess[]> {
  let running = engines
  await eventually(() => isLed(running))
  while (!isSpread(running)) {
    const whole = leaderOf(running, 0)
    const idle = running.filter((engine) => engine !== whole)
    running = [...idle, ...Array.from({ length: OF - idle.length }, () => nodes.engine(SHARED))]
    await Promise.all(running.map((engine) => engine.origin()))
    whole?.signal('SIGTERM')
    await whole?.exit
    await eventually(() => isLed(running))
  }
  return running
}

test('[M2] two engines share the coins: one that is killed takes no row of the other with it, and its coins are live there within 15 s', {
  timeout: 7_200_000,
}, async (context) => {
  const seed = seedFor('M2 shards', 52)
  const random = seededRandom(seed)
  const nodes = await Nodes.started(context)
  const voices = await Promise.all(Array.from({ length: OF }, (_, shard) => EpochsHeard.on(nodes.nats.url, shard)))
  context.onTestFinished(async () => {
    await Promise.all(voices.map(({ close }) => close()))
  })
  let engines: readonly ServerProcess[] = [nodes.engine(SHARED), nodes.engine(SHARED)]
  const origin = await nodes.api({ SHARDS: SHARED.SHARDS }).origin()
  const list = await LiveList.of(origin)
  const live: number[] = []
  const published: number[] = []
  let looks = 0
  let withRows = 0
  let shownMs = 0
  for (let kill = 0; kill < KILLS; kill++) {
    engines = await spread(nodes, engines)
    await list.logInAgain()
    const spreadAt = Date.now()
    await eventually(async () => {
      const look = await list.look()
      // Rows newer than the spread, not the last ones of an engine that was just stopped.
      const isLive = [0, 1].every((shard) => isFresh(look, shard) && newest(look, shard) > spreadAt + UNDER_WAY_MS)
      return isLive && (await shardsOf(origin)).shards === 'all'
    })
    expect(await shardsOf(origin)).toMatchObject({ status: 200, market: 'demo' })
    await sleep(random() * 3_000)
    const lost = kill % OF
    const kept = 1 - lost
    const heard = voices[lost]?.heard
    const others = voices[kept]?.heard
    const leader = leaderOf(engines, lost)
    const survivor = leaderOf(engines, kept)
    if (heard === undefined || others === undefined || leader === null || survivor === null)
      throw new Error('nobody leads')
    const epoch = heard.newest
    leader.signal('SIGKILL')
    const gone = performance.now()
    const goneAt = Date.now()
    let told = { states: others.states, time: gone }
    for (;;) {
      const isReplaced = heard.newest > epoch
      const look = await list.look()
      looks++
      // A few coins may have no rows for a moment; their engine's states must still come, and any rows must be fresh.
      if (others.states > told.states) told = { states: others.states, time: performance.now() }
      expect(performance.now() - told.time).toBeLessThan(FRESH_MS * slack)
      if ((look.moments[kept] ?? []).length > 0) {
        expect(look.time - newest(look, kept)).toBeLessThan(FRESH_MS * slack)
        withRows++
      }
      // Until another engine publishes its coins, none of their rows can be newer than the kill.
      if (heard.newest === epoch) expect(newest(look, lost)).toBeLessThan(goneAt + UNDER_WAY_MS)
      if ((look.moments[lost] ?? []).length > 0 && !isReplaced) shownMs = Math.max(shownMs, look.time - goneAt)
      if (isReplaced && newest(look, lost) > goneAt + UNDER_WAY_MS && isFresh(look, lost)) break
      expect(performance.now() - gone).toBeLessThan(PATIENCE_MS)
      await sleep(LOOK_EVERY_MS)
    }
    live.push(performance.now() - gone)
    published.push((heard.firstAt.get(epoch + 1) ?? Number.NaN) - gone)
    expect(leaderOf([survivor], lost)).toBe(survivor)
    await eventually(async () => (await shardsOf(origin)).shards === 'all')
    engines = [survivor]
  }
  expect(voices.map(({ heard }) => heard.late)).toEqual([0, 0])
  expect(withRows).toBeGreaterThan(looks / 2)
  expect(Math.max(...live)).toBeLessThan(LIVE_AGAIN_WITHIN_MS * slack)
  const measured = `${KILLS} of two engines killed: the other published its shard after ${Math.round(Math.max(...published))} ms, its coins were live after ${Math.round(Math.max(...live))} ms at most; its last rows left, with true ages, within ${Math.round(shownMs)} ms; the others were told of all the time, their rows fresh in all ${withRows} of ${looks} looks that had some; 0 states of an old epoch after it`
  recordFigure(context, {
    row: 'M2',
    wanted:
      'one of two engines that share the coins: its coins live elsewhere <= 15 s, the others live all the time; 50 kills',
    measured,
    seed,
  })
})

test('an engine of another number of shards is refused: none of its rows, an alarm, and `/readyz` says so', async (context) => {
  const nodes = await Nodes.started(context)
  const api = nodes.api({ SHARDS: SHARED.SHARDS })
  // Started without SHARDS: it has all coins, under the lease of the first shard.
  const other = nodes.engine({ SIM_SYMBOLS: SHARED.SIM_SYMBOLS })
  const origin = await api.origin()
  await eventually(async () => (await shardsOf(origin)).shards === 'refused')
  expect(await shardsOf(origin)).toMatchObject({ status: 503, shards: 'refused' })
  const alarms = logOf(api).filter(({ msg }) => msg === 'engine-of-other-shards')
  expect(alarms).toMatchObject([{ shard: 0, ours: OF, theirs: 1, alarm: true }])

  // An engine of the right number takes the other shard: only that shard has rows, though the refused engine has books.
  const right = nodes.engine(SHARED)
  const list = await LiveList.of(origin)
  await eventually(async () => (await shardsOf(await other.origin())).market === 'demo')
  await eventually(async () => isFresh(await list.look(), 1))
  for (let look = 0; look < 10; look++) {
    const { moments } = await list.look()
    expect([moments[0], moments[1]?.length]).toEqual([[], expect.toSatisfy((count: number) => count > 0)])
    await sleep(LOOK_EVERY_MS)
  }
  expect(await shardsOf(origin)).toMatchObject({ status: 200, market: 'demo', shards: 'refused' })

  other.signal('SIGTERM')
  await eventually(async () => (await shardsOf(origin)).shards === 'all')
  await eventually(async () => isFresh(await list.look(), 0))
  expect(taken(right, 0)).toBeGreaterThan(taken(other, 0))
})
