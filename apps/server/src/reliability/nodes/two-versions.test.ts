import { LISTS, PATHS } from '@makas/contract'
import { MODES } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import type { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { EpochsHeard } from '../testing/epochs-heard.ts'
import { Customers } from '../testing/load/customers.ts'
import { marketCall } from '../testing/load/market-call.ts'
import { RoundRobin } from '../testing/load/round-robin.ts'
import { makeNextVersion } from '../testing/world/next-version.ts'
import { hasRows, marketBecomes, Nodes, usersOpen } from '../testing/world/nodes.ts'

const ROUNDS = isLongRun ? 5 : 1
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Reads lists, statistics and status continuously through the proxy; `failed` has every failed read. */
function reading(origin: string) {
  const failed: string[] = []
  let answered = 0
  let isOver = false
  const done = (async () => {
    for (let nth = 0; !isOver; nth++) {
      const path = [PATHS.lists.spot, PATHS.marketStats, PATHS.status][nth % 3] ?? PATHS.status
      try {
        const answer = await marketCall(origin + path)
        await answer.arrayBuffer()
        if (answer.status >= 500) failed.push(`${path}: ${answer.status}`)
        answered++
      } catch (error) {
        failed.push(`${path}: ${String(error)}`)
      }
      await sleep(10)
    }
  })()
  const stop = () => {
    isOver = true
    return done
  }
  return { failed, answered: () => answered, stop }
}

/** Checks one node's lists, which come over the bus, and its lifetimes, which are requested over it. */
async function looksWhole(origin: string): Promise<void> {
  await hasRows(origin)
  for (const mode of MODES)
    expect(LISTS[mode].safeParse(await (await marketCall(origin + PATHS.lists[mode])).json()).success).toBe(true)
  expect(await (await fetch(`${origin}/metrics`)).text()).toContain('makas_engine_up 1')
  expect((await fetch(`${origin}${PATHS.lifetimes}?source=demo`)).status).toBeLessThan(500)
}

test('[M5] this version and one with more columns, tables and fields work side by side while the one replaces the other', {
  timeout: 3_600_000,
}, async (context) => {
  const next = makeNextVersion()
  context.onTestFinished(next.remove)
  let [read, written] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    const nodes = await Nodes.started(context)
    const proxy = await RoundRobin.started()
    context.onTestFinished(() => proxy.close())
    const ready = async (api: ServerProcess) => {
      const origin = await api.origin()
      await Promise.all([marketBecomes(origin, 'demo'), usersOpen(origin)])
      return origin
    }
    const [oldEngine, oldApis] = [nodes.engine(), [nodes.api(), nodes.api()]]
    await oldEngine.origin()
    const [first = '', second = ''] = await Promise.all(oldApis.map(ready))
    await looksWhole(first)
    proxy.before([first, second])
    const { heard, close } = await EpochsHeard.on(nodes.nats.url)
    context.onTestFinished(close)
    const reader = reading(proxy.origin)
    const crowd = new Customers(`m5-${round}`, 2, proxy.origin)
    const wroteOn = () => {
      const { done } = crowd
      return eventually(() => crowd.done > done + 6)
    }
    await wroteOn()

    // The next version migrates the tables while this one uses them.
    const command = [process.execPath, '--disable-proto=delete', next.main]
    const newApi = nodes.api({}, command)
    const third = await ready(newApi)
    expect(await nodes.db.query(`select to_regclass('next_things') is not null as made`)).toEqual([{ made: true }])
    await looksWhole(third)
    proxy.before([first, third])
    await wroteOn()
    oldApis[1]?.signal('SIGTERM')
    expect((await oldApis[1]?.exit)?.code).toBe(0)

    // Nodes of both versions hear an engine of the next version.
    const newEngine = nodes.engine({}, command)
    await newEngine.origin()
    const epoch = heard.newest
    oldEngine.signal('SIGTERM')
    expect((await oldEngine.exit).code).toBe(0)
    await eventually(() => heard.newest > epoch)
    await Promise.all([first, third].map((origin) => marketBecomes(origin, 'demo')))
    await looksWhole(first)
    await looksWhole(third)
    await wroteOn()
    // Each version reads the rows that the other wrote.
    await crowd.stop()
    for (const origin of [first, third]) await crowd.look(origin)

    proxy.before([third])
    oldApis[0]?.signal('SIGTERM')
    expect((await oldApis[0]?.exit)?.code).toBe(0)
    await reader.stop()
    expect(reader.failed).toEqual([])
    expect(oldApis.concat(oldEngine).flatMap(({ stderr }) => stderr.match(/engine-news-refused/g) ?? [])).toEqual([])
    read += reader.answered()
    written += crowd.done
    for (const server of [newApi, newEngine]) server.signal('SIGTERM')
    await Promise.all([newApi.exit, newEngine.exit])
  }
  recordFigure(context, {
    row: 'M5',
    wanted: 'messages and rows readable both ways; 0 5xx',
    measured: `${ROUNDS} rolls from this version to a copy of it with columns, a table and fields more: 0 of ${read} reads failed, 0 of ${written} writes lost, either version read the other's rows and engine`,
    seed: 0,
  })
})
