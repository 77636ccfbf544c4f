import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor, slack } from '../../../../../scripts/run-length.ts'
import { NatsBus } from '../../adapters/bus/nats-bus.ts'
import { Line } from '../../adapters/storage/testing/line.ts'
import { databaseUrlOf } from '../../adapters/storage/testing/test-database.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { createSystemClock } from '../../adapters/system/system-clock.ts'
import { publicationIn, stateTopic } from '../../http/nodes/publication-codec.ts'
import type { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { EpochsHeard } from '../testing/epochs-heard.ts'
import { marketCall } from '../testing/load/market-call.ts'
import { logOf } from '../testing/log-lines.ts'
import { hasRows, marketBecomes, Nodes, readyOf } from '../testing/world/nodes.ts'

const PARTITIONS = isLongRun ? 30 : 1
const LIST = '/api/arbitrage-opportunities'
const PATIENCE_MS = 120_000
/** Silence after which a node says that its market is cached, ms (`remote-engine.ts`, `nats-bus.ts`: pings). */
const NOTICED_MS = 12_000
const LONGEST_MS = 20_000
const BACK_WITHIN_MS = 15_000
const clock = createSystemClock()
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One state that a reader accepted. */
type AcceptedState = { readonly epoch: number; readonly count: number; readonly node: string; readonly time: number }

/** Faults in readers' histories: in each, epochs only grow, and each epoch is one process's. */
function faultsIn(histories: readonly (readonly AcceptedState[])[]): string[] {
  const holders = new Map<number, string>()
  const faults: string[] = []
  for (const [reader, history] of histories.entries()) {
    let before: AcceptedState | null = null
    for (const one of history) {
      const holder = holders.get(one.epoch) ?? one.node
      holders.set(one.epoch, holder)
      if (holder !== one.node) faults.push(`epoch ${one.epoch} is of ${holder} and ${one.node}`)
      if (before !== null && one.epoch < before.epoch)
        faults.push(`reader ${reader}: ${before.epoch}, then ${one.epoch}`)
      if (before !== null && one.epoch === before.epoch && one.count <= before.count)
        faults.push(`reader ${reader}: ${one.epoch}.${before.count}, then ${one.epoch}.${one.count}`)
      before = one
    }
  }
  // No reader accepts an epoch 1.5 s or more after any reader accepted the next one; younger states may be under way.
  const firstAt = new Map<number, number>()
  for (const { epoch, time } of histories.flat()) firstAt.set(epoch, Math.min(time, firstAt.get(epoch) ?? time))
  for (const { epoch, time } of histories.flat()) {
    const next = firstAt.get(epoch + 1)
    if (next !== undefined && time > next + 1_500)
      faults.push(`epoch ${epoch} was taken ${time - next} ms after the next`)
  }
  return faults
}

test('the checker of histories finds two leaders where there are two', () => {
  const one = (epoch: number, count: number, node: string, time: number): AcceptedState => ({
    epoch,
    count,
    node,
    time,
  })
  expect(faultsIn([[one(1, 1, 'a', 0), one(1, 2, 'a', 200), one(2, 1, 'b', 400)]])).toEqual([])
  expect(faultsIn([[one(1, 1, 'a', 0), one(2, 1, 'b', 200), one(1, 2, 'a', 400)]])).toHaveLength(1)
  expect(faultsIn([[one(1, 1, 'a', 0)], [one(1, 2, 'b', 200)]])).toHaveLength(1)
  expect(faultsIn([[one(1, 1, 'a', 0), one(1, 1, 'a', 200)]])).toHaveLength(1)
  expect(faultsIn([[one(1, 1, 'a', 0), one(1, 2, 'a', 2_000)], [one(2, 1, 'b', 100)]])).toHaveLength(1)
})

/** Makes a connection to the bus or to the database that can be cut. */
async function lineTo(port: number, host = '127.0.0.1', rest = {}): Promise<Line> {
  const line = new Line({ ...rest, host, port })
  await line.listen()
  return line
}

test('[M4] nodes, bus and database part at random: never are there two leaders whom anybody believes', {
  timeout: 3_600_000,
}, async (context) => {
  const seed = seedFor('M4', 44)
  const random = seededRandom(seed)
  const nodes = await Nodes.started(context)
  const lines: Line[] = []
  context.onTestFinished(() => {
    for (const line of lines) line.close()
  })
  const toBus = async () => {
    const line = await lineTo(nodes.nats.port)
    lines.push(line)
    return { line, url: `nats://127.0.0.1:${line.connection.port}` }
  }
  const toDatabase = async () => {
    const { host = '', port = 5432, ...rest } = nodes.db.owner
    const line = await lineTo(port, host, rest)
    lines.push(line)
    return { line, url: databaseUrlOf(line.connection) }
  }
  const engines: { readonly server: ServerProcess; readonly bus: Line; readonly database: Line }[] = []
  for (let nth = 0; nth < 2; nth++) {
    const [bus, database] = [await toBus(), await toDatabase()]
    const server = nodes.engine({ NATS_URL: bus.url, DATABASE_URL: database.url })
    engines.push({ server, bus: bus.line, database: database.line })
  }
  const reader = await toBus()
  const api = nodes.api({ NATS_URL: reader.url })
  const origin = await api.origin()
  await Promise.all(engines.map(({ server }) => server.origin()))
  // Two readers that record accepted states: one directly at the bus, one behind the API's line.
  const histories: AcceptedState[][] = []
  for (const url of [nodes.nats.url, reader.url]) {
    const history: AcceptedState[] = []
    histories.push(history)
    const bus = new NatsBus({ url, keys: nodes.busKeys, clock, log: () => undefined })
    context.onTestFinished(() => bus.stop())
    bus.watchState(stateTopic(0), ({ epoch, count }, bytes) => {
      history.push({ epoch, count, node: publicationIn(bytes)?.node ?? 'nobody', time: performance.now() })
    })
  }
  const { heard, close } = await EpochsHeard.on(nodes.nats.url)
  context.onTestFinished(close)
  await marketBecomes(origin, 'demo')
  await hasRows(origin)
  const leader = () =>
    engines.find(({ server }) =>
      logOf(server).some(({ msg, epoch }) => msg === 'lease-taken' && epoch === heard.newest),
    )
  let [takeovers, slowestBackMs, cached] = [0, 0, 0]
  for (let nth = 0; nth < PARTITIONS; nth++) {
    const led = leader()
    if (led === undefined) throw new Error('nobody leads')
    const epoch = heard.newest
    // The first partition cuts the leader from the database, which holds the lease; later ones are random.
    const ways = [led.database, led.bus, ...engines.flatMap(({ bus, database }) => [bus, database]), reader.line]
    const cut = nth === 0 ? [led.database] : ways.filter(() => random() < 0.3)
    const isSilent = random() < 0.5
    for (const line of cut) {
      line.mode = isSilent ? 'silent' : 'refused'
      if (!isSilent) line.cut()
    }
    const cutAt = performance.now()
    const forMs = nth === 0 ? Number.POSITIVE_INFINITY : 1_000 + random() * LONGEST_MS
    while (performance.now() - cutAt < forMs) {
      const answer = await marketCall(origin + LIST)
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
      if (cut.includes(reader.line) && performance.now() - cutAt > NOTICED_MS) {
        expect((await readyOf(origin)).market).toMatch(/^(cache|empty)$/)
        cached++
      }
      if (nth === 0 && heard.newest > epoch) break
      if (performance.now() - cutAt > PATIENCE_MS) throw new Error('nobody took over')
      await sleep(100)
    }
    for (const line of lines) {
      // Swallowed bytes never arrive, so that the connection is of no use to either end.
      if (line.mode === 'silent') line.cut()
      line.mode = 'open'
    }
    const healedAt = performance.now()
    await eventually(async () => (await readyOf(origin)).market === 'demo')
    slowestBackMs = Math.max(slowestBackMs, performance.now() - healedAt)
    await eventually(() => leader() !== undefined)
    takeovers += heard.newest - epoch
  }
  expect(faultsIn(histories)).toEqual([])
  expect(heard.late).toBe(0)
  expect(takeovers).toBeGreaterThan(0)
  expect(slowestBackMs).toBeLessThan(BACK_WITHIN_MS * slack)
  recordFigure(context, {
    row: 'M4',
    wanted: 'no two accepted leaders at any time, by a history checker; clients of a parted node see cached with age',
    measured: `${PARTITIONS} partitions of engines, their database, the bus and a reader: 0 faults in ${histories.flat().length} states that two readers took, 0 of ${heard.states} on the bus of an old epoch, ${takeovers} takeovers; ${cached} looks at a parted node, all cached; live ${Math.round(slowestBackMs)} ms after at most`,
    seed,
  })
})
