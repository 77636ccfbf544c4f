// Bytes-in to finding-out through real loopback sockets at a steady rate, while states are published and the list call
// is asked ten times a second; the queue that is left when the last frame has been sent (performance.md, Targets).
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MessageChannel, Worker } from 'node:worker_threads'
import { MarketNewsReader } from '../apps/server/src/app/engine-protocol/market-news.ts'
import { row } from '../apps/server/src/http/testing/rows.ts'
import { startTestServer } from '../apps/server/src/http/testing/test-server.ts'
import { printFigure } from './figure-line.ts'
import { median, percentile, short } from './measure.ts'
import { runLength } from './run-length.ts'

/**
 * The usual size is 500 instruments on each of four exchanges. Of each run the first frames, before which every book
 * was made anew, do not count: that is a server's first second, not its day.
 */
const SIZES = {
  tiny: { pairs: 20, frames: 1_000, uncounted: 200, perSecond: 5_000, runs: 1 },
  usual: { pairs: 860, frames: 80_000, uncounted: 20_000, perSecond: 30_000, runs: 7 },
  long: { pairs: 860, frames: 140_000, uncounted: 20_000, perSecond: 30_000, runs: 75 },
}
const ASK_EVERY_MS = 100
const ROWS = 200
const DRAIN_MS = 30_000
const command = promisify(execFile)
const LAST_CORE = availableParallelism() - 1
const { pairs, frames, uncounted, perSecond, runs } = SIZES[runLength()]

const server = await startTestServer({ liveForAll: true, rateLimitScale: 1e9 })
server.scripted.publish({ rows: Array.from({ length: ROWS }, (_, at) => row(`spot.COIN${at}-USDT.okx.binance`)) })

/**
 * The reader runs on a core of its own and everything else on the others: with two cores the sender, which no server
 * has, would otherwise take the reader's now and then, for milliseconds. False where that cannot be arranged.
 */
async function giveOwnCore(thread: string | null, others: readonly (number | undefined)[]): Promise<boolean> {
  if (thread === null || LAST_CORE === 0) return false
  try {
    for (const pid of others) await command('taskset', ['-apc', `0-${LAST_CORE - 1}`, String(pid)])
    await command('taskset', ['-pc', String(LAST_CORE), thread])
    return true
  } catch {
    return false
  }
}

const sender = fork(join(import.meta.dirname, 'socket-sender.ts'), [pairs, frames, perSecond].map(String), {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  serialization: 'advanced',
})
let asked = 0
const asking = setInterval(async () => {
  const answer = await server.get('/api/arbitrage-opportunities')
  await answer.arrayBuffer()
  if (answer.ok) asked++
}, ASK_EVERY_MS)

/** Of frames in their order: times by the clock that all processes share, ms. */
type Sent = { readonly ms: number; readonly sentAt: Float64Array; readonly connections: Uint16Array }
type Through = { readonly latencies: Float64Array; readonly endedAt: Float64Array; readonly connections: Uint16Array }
const fromSender = async <T>() => ((await once(sender, 'message')) as [T])[0]
const { port } = await fromSender<{ port: number }>()
/** What the engine publishes is put together here, as by the HTTP thread. */
const published = new MessageChannel()
const news = new MarketNewsReader()
let states = 0
published.port1.on('message', (message) => {
  if (news.read(message)?.kind === 'state') states++
})
const workerData = { port, pairs, most: frames, states: published.port2 }
const reader = new Worker(new URL('./socket-reader.ts', import.meta.url), {
  workerData,
  transferList: [published.port2],
})
const fromReader = async <T>() => ((await once(reader, 'message')) as [T])[0]
type Ready = { thread: string | null; books: number; routes: number; connections: number }
const ready = await fromReader<Ready>()
const isAlone = await giveOwnCore(ready.thread, [process.pid, sender.pid])

const ask = async <T>(question: 'count' | 'work' | 'rest') => {
  const answer = fromReader<T>()
  reader.postMessage(question)
  return answer
}
/** µs of each counted frame, by run: from its bytes' arrival in the process, and from when it was sent. */
class Latencies {
  readonly inside: number[][] = []
  readonly whole: number[][] = []

  add({ sentAt, connections: sentBy }: Sent, { latencies, endedAt, connections }: Through): void {
    // Frames of one connection come in the order in which they were sent.
    const waiting = Array.from({ length: ready.connections }, (): number[] => [])
    for (const [at, connection] of sentBy.entries()) waiting[connection]?.push(sentAt[at] as number)
    for (const sent of waiting) sent.reverse()
    const sent = Array.from(connections, (connection) => waiting[connection]?.pop() as number)
    this.inside.push([...latencies.subarray(uncounted)])
    this.whole.push(sent.map((began, at) => ((endedAt[at] as number) - began) * 1_000).slice(uncounted))
  }
}
const working = new Latencies()
/** Of a reader that only receives. */
const idle = new Latencies()
const queues: number[] = []
const rates: number[] = []
let findings = 0
for (let run = -1; run < 2 * runs; run++) {
  const isWorking = run % 2 !== 1
  const ending = fromSender<Sent>()
  sender.send('go')
  const sent = await ending
  const count = sent.sentAt.length
  const atEnd = await ask<{ count: number; findings: number }>('count')
  const until = performance.now() + DRAIN_MS
  let now = atEnd
  while (now.count < count && performance.now() < until) {
    await sleep(20)
    now = await ask('count')
  }
  if (now.count !== count) throw new Error(`${now.count} of ${count} frames came`)
  const through = await ask<Through>(isWorking ? 'rest' : 'work')
  if (run < 0) {
    await ask('work')
    continue
  }
  ;(isWorking ? working : idle).add(sent, through)
  if (!isWorking) continue
  findings += now.findings
  queues.push(count - atEnd.count)
  rates.push((count * 1_000) / sent.ms)
}
clearInterval(asking)
await reader.terminate()
published.port1.close()
sender.disconnect()
await server.stop()

const none = { bench: 'sockets', baseline: null, ratio: null }
const rate = Math.round(Math.min(...rates))
const market = `at ${rate} messages/s through ${ready.connections} connections, ${ready.books} books, ${ready.routes} routes${isAlone ? ', on a core of its own' : ''}`
for (const [from, of] of [
  ['bytes-in', 'inside'],
  ['sending', 'whole'],
] as const)
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
    ['p99.9', 0.999],
  ] as const) {
    const each = working[of].map((run) => percentile(run, share))
    const value = median(each)
    const metric = `${from} to finding-out ${name} ${market}`
    const floor = median(idle[of].map((run) => percentile(run, share)))
    const figure = { ...none, metric, value: short(value), unit: 'µs' }
    printFigure({ ...figure, baseline: `a reader that only receives: ${short(floor)} µs`, ratio: short(value / floor) })
    if (of === 'inside' && name === 'p99') {
      printFigure({ ...figure, baseline: 'target of 25 µs', ratio: short(value / 25) })
      printFigure({ ...figure, metric: `${metric}, the worst run`, value: short(Math.max(...each)) })
    }
  }
printFigure({ ...none, metric: 'longest queue at the end of a run', value: Math.max(...queues), unit: 'messages' })
printFigure({ ...none, metric: 'findings', value: findings, unit: 'findings' })
printFigure({ ...none, metric: 'states published meanwhile', value: states, unit: 'states' })
printFigure({ ...none, metric: 'list calls answered meanwhile', value: asked, unit: 'requests' })
