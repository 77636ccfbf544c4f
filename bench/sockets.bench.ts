// Bytes-in to finding-out through real loopback sockets at a steady rate, while states are published and the list call
// is asked ten times a second; the queue that is left when the last frame has been sent (performance.md §1).
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MessageChannel, Worker } from 'node:worker_threads'
import { MarketNewsReader } from '../apps/server/src/app/market/market-news.ts'
import { row } from '../apps/server/src/http/testing/rows.ts'
import { startTestServer } from '../apps/server/src/http/testing/test-server.ts'
import { printFigure } from './figure-line.ts'
import { percentile, short } from './measure.ts'
import { runLength } from './run-length.ts'

/** The usual size is 500 instruments on each of four exchanges. */
const SIZES = {
  tiny: { pairs: 20, frames: 800, perSecond: 5_000, runs: 1 },
  usual: { pairs: 860, frames: 60_000, perSecond: 30_000, runs: 6 },
  long: { pairs: 860, frames: 120_000, perSecond: 30_000, runs: 75 },
}
const ASK_EVERY_MS = 100
const ROWS = 200
const DRAIN_MS = 30_000
const command = promisify(execFile)
const LAST_CORE = availableParallelism() - 1
const { pairs, frames, perSecond, runs } = SIZES[runLength()]

const server = await startTestServer({ liveForAll: true, rateLimitScale: 1e9 })
server.scripted.publish({ rows: Array.from({ length: ROWS }, (_, at) => row(`spot.COIN${at}-USDT.okx.binance`)) })

/**
 * The reader runs on a core of its own and everything else on the others: with two cores the sender, which no server has,
 * would otherwise take the reader's now and then, for milliseconds. False where that cannot be arranged.
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
})
let asked = 0
const asking = setInterval(async () => {
  const answer = await server.get('/api/arbitrage-opportunities')
  await answer.arrayBuffer()
  if (answer.ok) asked++
}, ASK_EVERY_MS)

type Heard = { readonly count: number; readonly ms: number; readonly port: number }
const fromSender = async () => ((await once(sender, 'message')) as [Heard])[0]
const { port } = await fromSender()
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
const ready = await fromReader<{ thread: string | null; books: number; routes: number }>()
const isAlone = await giveOwnCore(ready.thread, [process.pid, sender.pid])

const ask = async <T>(question: 'count' | 'work' | 'rest') => {
  const answer = fromReader<T>()
  reader.postMessage(question)
  return answer
}
const pooled: number[] = []
/** Of a reader that only receives. */
const idle: number[] = []
const queues: number[] = []
const rates: number[] = []
let findings = 0
for (let run = -1; run < 2 * runs; run++) {
  const isWorking = run % 2 !== 1
  const ending = fromSender()
  sender.send('go')
  const { count, ms } = await ending
  const atEnd = await ask<{ count: number; findings: number }>('count')
  const until = performance.now() + DRAIN_MS
  let now = atEnd
  while (now.count < count && performance.now() < until) {
    await sleep(20)
    now = await ask('count')
  }
  if (now.count !== count) throw new Error(`${now.count} of ${count} frames came`)
  const { latencies } = await ask<{ latencies: Float64Array }>(isWorking ? 'rest' : 'work')
  if (run < 0) {
    await ask('work')
    continue
  }
  for (const latency of latencies) (isWorking ? pooled : idle).push(latency)
  if (!isWorking) continue
  findings += now.findings
  queues.push(count - atEnd.count)
  rates.push((count * 1_000) / ms)
}
clearInterval(asking)
await reader.terminate()
published.port1.close()
sender.disconnect()
await server.stop()

const none = { bench: 'sockets', baseline: null, ratio: null }
const rate = Math.round(Math.min(...rates))
for (const [name, share] of [
  ['p50', 0.5],
  ['p99', 0.99],
  ['p99.9', 0.999],
] as const) {
  const value = percentile(pooled, share)
  const metric = `bytes-in to finding-out ${name} at ${rate} messages/s, ${ready.books} books, ${ready.routes} routes${isAlone ? ', on a core of its own' : ''}`
  const floor = percentile(idle, share)
  const baseline = `a reader that only receives: ${short(floor)} µs`
  printFigure({ ...none, metric, value: short(value), unit: 'µs', baseline, ratio: short(value / floor) })
  if (name === 'p99')
    printFigure({
      ...none,
      metric,
      value: short(value),
      unit: 'µs',
      baseline: 'target of 25 µs',
      ratio: short(value / 25),
    })
}
printFigure({ ...none, metric: 'longest queue at the end of a run', value: Math.max(...queues), unit: 'messages' })
printFigure({ ...none, metric: 'findings', value: findings, unit: 'findings' })
printFigure({ ...none, metric: 'states published meanwhile', value: states, unit: 'states' })
printFigure({ ...none, metric: 'list calls answered meanwhile', value: asked, unit: 'requests' })
