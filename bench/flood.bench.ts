// How many frames a second one engine carries through real sockets, with and without TLS: the rate is stepped up until
// it no longer holds (performance.md, What one engine carries). A step holds where, by the criteria below, every frame
// was read and applied, all books end as they do without any socket, no queue grows and no frame is late. Each step is
// reported on standard error. `--recorded` or `--simulated` leaves the other traffic out. Fails where a rate is not
// reached.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, Worker } from 'node:worker_threads'
import { MarketUpdateReader } from '../apps/server/src/app/engine-protocol/market-update.ts'
import { printFigure } from './figures/figure-line.ts'
import { sentOrder } from './figures/latencies.ts'
import { ofSorted, short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'
import type { TopBook } from './sides/final-books.ts'
import { giveOwnCore } from './sockets/cores.ts'
import type { SenderReady, StepRead, StepSent } from './sockets/flood.ts'
import type { ReaderData } from './sockets/flood-reader.ts'

/**
 * `perExchange`: books of each exchange in recorded traffic. `pairs`: pairs in simulated traffic. Both make some 2,020
 * books. `rates`: frames a second of the steps. `warmUp`: rate of a step before them, for the compiler, which does not
 * count. `seconds`: length of a step.
 */
const SIZES = {
  tiny: { perExchange: 20, pairs: 20, rates: [2_000, 4_000], warmUp: 1_000, seconds: 0.5 },
  usual: {
    perExchange: 505,
    pairs: 860,
    rates: [30_000, 50_000, 70_000, 85_000, 100_000, 120_000],
    warmUp: 20_000,
    seconds: 4,
  },
  long: {
    perExchange: 505,
    pairs: 860,
    rates: [20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000, 90_000, 100_000, 110_000, 120_000, 130_000],
    warmUp: 20_000,
    seconds: 4,
  },
}
/** Criteria of a step, fixed before the run. */
const CRITERIA = {
  /** Longest time from the moment a frame was due until it was applied and looked at, ms. */
  lagMs: 250,
  /** Largest growth of the queue of frames that are due and not applied, as a share of the rate. */
  queueGrowth: 0.01,
}
/** Frames a second that must be reached (performance.md, What one engine carries). */
const REACH = { plain: 100_000, tls: 70_000 }
/** After this many steps in a row that do not hold, the rest is left out. */
const FAILURES = 2
/** Where the sender's own delay is this share of the worst lag, the sender was the limit. */
const SENDERS_SHARE = 0.5
const DRAIN_MS = 20_000
/** Interval at which the queue is measured, ms. */
const SAMPLE_MS = 50
const { perExchange, pairs, rates, warmUp, seconds } = SIZES[runLength()]
const countOf = (perSecond: number) => Math.floor(perSecond * seconds)
const most = countOf(Math.max(...rates))

type Ready = { thread: string | null; books: number; routes: number; connections: number }
type Step = {
  readonly perSecond: number
  /** Broken criteria; empty where the step holds. */
  readonly broken: string
  readonly told: string
  /** Time from the moment a frame was due until it was applied and looked at, by share of all frames, ms. */
  readonly lags: { readonly p50: number; readonly p99: number; readonly worst: number }
  /** Shares of a core. */
  readonly cores: { readonly reader: number; readonly sender: number }
}
const bench = 'flood'

async function flood(kind: 'recorded' | 'simulated', size: number): Promise<void> {
  const args = [kind, size, most, countOf(warmUp)].map(String)
  const sender = fork(join(import.meta.dirname, 'sockets', 'flood-sender.ts'), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  sender.once('exit', (code) => {
    if (code !== 0) throw new Error(`the sender ended with ${code}`)
  })
  const ready = await answerOf<SenderReady>(sender)
  for (const transport of ['plain', 'tls'] as const) await through(transport, kind, size, sender, ready)
  sender.disconnect()
}

async function answerOf<T>(child: ChildProcess | Worker): Promise<T> {
  const [answer] = (await once(child, 'message')) as [T]
  return answer
}

async function through(
  transport: 'plain' | 'tls',
  kind: 'recorded' | 'simulated',
  size: number,
  sender: ChildProcess,
  { plain, secure, cert, moving, meanBytes }: SenderReady,
): Promise<void> {
  /** The reader's published states, which this thread puts together as the HTTP thread does. */
  const published = new MessageChannel()
  const updates = new MarketUpdateReader()
  let states = 0
  published.port1.on('message', (message) => {
    if (updates.read(message)?.kind === 'state') states++
  })
  const origin = transport === 'plain' ? `ws://127.0.0.1:${plain}` : `wss://127.0.0.1:${secure}`
  const workerData: ReaderData = { kind, size, most, origin, cert, moving, states: published.port2 }
  const reader = new Worker(new URL('./sockets/flood-reader.ts', import.meta.url), {
    workerData,
    transferList: [published.port2],
  })
  const { thread, books, routes, connections } = await answerOf<Ready>(reader)
  const isAlone = await giveOwnCore(thread, [process.pid, sender.pid])
  const ask = async <T>(question: 'begin' | 'count' | 'read' | 'books') => {
    const answer = answerOf<T>(reader)
    reader.postMessage(question)
    return answer
  }

  async function step(perSecond: number): Promise<Step> {
    const count = countOf(perSecond)
    await ask('begin')
    const sending = answerOf<StepSent>(sender)
    sender.send({ what: 'send', perSecond, count })
    const sent = await sending
    const until = performance.now() + DRAIN_MS
    while ((await ask<number>('count')) < count && performance.now() < until) await sleep(20)
    const read = await ask<StepRead>('read')
    const expecting = answerOf<TopBook[]>(sender)
    sender.send({ what: 'books', perSecond, count })
    const [expected, own] = [await expecting, await ask<TopBook[]>('books')]
    const wrong = expected.filter((book, at) => JSON.stringify(book) !== JSON.stringify(own[at])).length
    return judge(perSecond, sent, read, wrong)
  }

  await step(warmUp)
  let highest: Step | null = null
  let inARow = 0
  const failed: string[] = []
  for (const perSecond of rates) {
    const one = await step(perSecond)
    process.stderr.write(`${kind} ${transport} ${perSecond}/s: ${one.told}\n`)
    inARow = one.broken === '' ? 0 : inARow + 1
    if (one.broken === '') highest = one
    else failed.push(`${perSecond}/s does not hold: ${one.broken}`)
    if (inARow === FAILURES) break
  }
  const tls = transport === 'tls' ? 'with TLS' : 'without TLS'
  const market = `${kind} frames of ${Math.round(meanBytes)} bytes, ${books} books, ${routes} routes, ${connections} connections${isAlone ? ', on a core of its own' : ''}`
  const reach = REACH[transport]
  const value = highest?.perSecond ?? 0
  if (value < reach && runLength() !== 'tiny') process.exitCode = 1
  const metric = [`highest rate that holds, ${tls}, ${market}`, ...failed].join('; ')
  printFigure({ bench, metric, value, unit: 'frames/s', baseline: `to reach: ${reach}`, ratio: short(value / reach) })
  const figure = { bench, baseline: null, ratio: null }
  const at = `at the highest rate that holds, ${kind}, ${tls}`
  for (const [share, ms] of Object.entries(highest?.lags ?? {}))
    printFigure({ ...figure, metric: `lag from due to applied, ${share}, ${at}`, value: short(ms), unit: 'ms' })
  for (const [name, core] of Object.entries(highest?.cores ?? {}))
    printFigure({ ...figure, metric: `core of the ${name}, ${at}`, value: short(core * 100), unit: '%' })
  printFigure({ ...figure, metric: `states published, ${kind}, ${tls}`, value: states, unit: 'states' })
  await reader.terminate()
  published.port1.close()
}

/** Holds a step against the criteria, and prints what was measured. */
function judge(perSecond: number, sent: StepSent, read: StepRead, wrongBooks: number): Step {
  const { beganAt, sentAt, connections } = sent
  const count = sentAt.length
  const order = sentOrder(connections, read.connections)
  const dueAt = (nth: number) => beganAt + ((nth + 1) * 1_000) / perSecond
  const lags = Float64Array.from(order, (nth, at) => (read.endedAt[at] as number) - dueAt(nth)).sort()
  const late = sentAt.map((at, nth) => at - dueAt(nth)).sort()
  const queue = queueOf(perSecond, beganAt, count, read.endedAt)
  const [p50 = 0, p99 = 0, worst = 0] = [0.5, 0.99, 1].map((share) => ofSorted(lags, share))
  const senderWorst = ofSorted(late, 1)
  const left = queue.atEnd
  const broken = [
    read.endedAt.length === count ? null : `${read.endedAt.length} of ${count} frames read`,
    wrongBooks === 0 ? null : `${wrongBooks} books differ`,
    worst <= CRITERIA.lagMs ? null : 'too late',
    queue.growth <= CRITERIA.queueGrowth * perSecond ? null : 'the queue grows',
    left <= (perSecond * CRITERIA.lagMs) / 1_000 ? null : 'the queue is long',
  ].filter((what) => what !== null)
  if (broken.length > 0 && senderWorst > SENDERS_SHARE * worst) broken.push('the sender was the limit')
  const cores = { reader: read.cpu / 1_000 / sent.ms, sender: sent.core }
  const parts = [
    broken.length === 0 ? 'holds' : `does not hold: ${broken.join(', ')}`,
    `lag p50 ${short(p50)}, p99 ${short(p99)}, worst ${short(worst)} ms`,
    `sender late p99 ${short(ofSorted(late, 0.99))}, worst ${short(senderWorst)} ms`,
    `queue at the end ${left}, growth ${Math.round(queue.growth)}/s`,
    `reader ${Math.round(100 * cores.reader)} % and sender ${Math.round(100 * cores.sender)} % of a core`,
    `${Math.round(sent.writes / (sent.ms / 1_000))} writes/s`,
    `${sent.unsent} bytes unsent`,
    `${read.findings} findings`,
  ]
  return { perSecond, broken: broken.join(', '), told: parts.join('; '), lags: { p50, p99, worst }, cores }
}

/** Frames due and not applied: their number at the end of the step, and their growth a second by least squares. */
function queueOf(perSecond: number, beganAt: number, count: number, endedAt: Float64Array) {
  const lengthMs = (count * 1_000) / perSecond
  const points: [seconds: number, queue: number][] = []
  let done = 0
  for (let ms = SAMPLE_MS; ms <= lengthMs; ms += SAMPLE_MS) {
    while (done < endedAt.length && (endedAt[done] as number) <= beganAt + ms) done++
    points.push([ms / 1_000, Math.floor((ms * perSecond) / 1_000) - done])
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map(([at]) => at))
  const y = mean(points.map(([, queue]) => queue))
  const over = mean(points.map(([at, queue]) => (at - x) * (queue - y)))
  const growth = over / mean(points.map(([at]) => (at - x) ** 2))
  return { atEnd: points.at(-1)?.[1] ?? 0, growth }
}

const folder = process.env.CAPTURES_DIR
const only = process.argv.find((one) => one === '--recorded' || one === '--simulated')
if (only !== '--simulated' && folder !== undefined && existsSync(folder)) await flood('recorded', perExchange)
if (only !== '--recorded') await flood('simulated', pairs)
