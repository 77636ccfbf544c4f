import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor, slack } from '../../../../../scripts/run-length.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { SseReader } from '../../http/testing/sse-reader.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { Customers } from '../testing/load/customers.ts'
import { RoundRobin } from '../testing/load/round-robin.ts'
import { hasRows, marketBecomes, Nodes, usersOpen } from '../testing/world/nodes.ts'

const KILLS = isLongRun ? 20 : 1
const READERS = 12
const WRITERS = 3
const MOVED_WITHIN_MS = 5_000
/** Longest wait before a cut reader reconnects, ms; it waits a random part of it, as the site does. */
const AGAIN_WITHIN_MS = 1_000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A reader of the list's stream that reconnects when cut, and notes the time until it has the list again, ms. */
class Follower {
  readonly awayMs: number[] = []
  #reader: SseReader
  #isOver = false
  readonly done: Promise<void>

  constructor(origin: string, random: () => number) {
    this.#reader = new SseReader(origin)
    this.done = this.#follow(origin, random)
  }

  get hasList(): boolean {
    return !this.#reader.isEnded && this.#reader.of('snapshot').length > 0
  }

  stop(): Promise<void> {
    this.#isOver = true
    this.#reader.cut()
    return this.done
  }

  async #follow(origin: string, random: () => number): Promise<void> {
    while (!this.#isOver) {
      if (!this.#reader.isEnded) {
        await sleep(5)
        continue
      }
      const cutAt = performance.now()
      while (!this.#isOver && !this.hasList) {
        if (this.#reader.isEnded) {
          await sleep(random() * AGAIN_WITHIN_MS)
          this.#reader = new SseReader(origin)
        }
        await sleep(5)
      }
      this.awayMs.push(performance.now() - cutAt)
    }
  }
}

test('[M1] a node that dies: its readers have their list from another within 5 s, and no answered write is lost', {
  timeout: 3_600_000,
}, async (context) => {
  const seed = seedFor('M1', 31)
  const random = seededRandom(seed)
  const nodes = await Nodes.started(context)
  const engine = nodes.engine()
  const apis = [nodes.api(), nodes.api(), nodes.api()]
  const origins = await Promise.all(apis.map((api) => api.origin()))
  await engine.origin()
  await Promise.all(origins.flatMap((one) => [marketBecomes(one, 'demo'), hasRows(one), usersOpen(one)]))
  const proxy = await RoundRobin.started()
  context.onTestFinished(() => proxy.close())
  proxy.before(origins)
  const followers = Array.from({ length: READERS }, () => new Follower(proxy.origin, random))
  await eventually(() => followers.every(({ hasList }) => hasList))
  const crowd = new Customers('m1', WRITERS, proxy.origin)
  for (let kill = 0; kill < KILLS; kill++) {
    const { done } = crowd
    await eventually(() => crowd.done > done + WRITERS * 2)
    await sleep(random() * 500)
    const place = Math.floor(random() * apis.length)
    apis[place]?.signal('SIGKILL')
    await apis[place]?.exit
    await eventually(() => followers.every(({ hasList }) => hasList))
    const next = nodes.api()
    apis[place] = next
    origins[place] = await next.origin()
    await Promise.all([marketBecomes(origins[place], 'demo'), usersOpen(origins[place])])
    proxy.before(origins)
  }
  await crowd.stop()
  await Promise.all(followers.map((one) => one.stop()))
  for (const origin of origins) await crowd.look(origin)
  const away = followers.flatMap(({ awayMs }) => awayMs)
  expect(away.length).toBeGreaterThanOrEqual(KILLS)
  expect(Math.max(...away)).toBeLessThan(MOVED_WITHIN_MS * slack)
  recordFigure(context, {
    row: 'M1',
    wanted: 'kill -9 one of three: readers move <= 5 s; no lost write',
    measured: `${KILLS} kills: ${away.length} streams had the list from another node ${Math.round(Math.max(...away))} ms after at most; 0 of ${crowd.done} answered writes lost, ${crowd.resent} sent again, none there twice`,
    seed,
  })
})
