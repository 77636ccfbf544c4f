// Latency of frames through real loopback sockets at a steady rate, to the end of their detection, while states are
// published and the list is called ten times a second; also the queue left when the last frame has been sent
// (performance.md, Targets). A frame's time counts from the moment it was due, from its sending, and from its bytes'
// arrival in the process. Shares are of the frames of all runs together, with and without each run's warm-up. One whole
// run before them, for the compiler, is printed separately as the warm-up run.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, Worker } from 'node:worker_threads'
import { MarketUpdateReader } from '../apps/server/src/app/engine-protocol/market-update.ts'
import { row } from '../apps/server/src/http/testing/rows.ts'
import { startTestServer } from '../apps/server/src/http/testing/test-server.ts'
import { printFigure } from './figures/figure-line.ts'
import { CLOCKS, Latencies, type Sent, type Through } from './figures/latencies.ts'
import { short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'
import { giveOwnCore } from './sockets/cores.ts'

/**
 * The usual size is 500 instruments on each of four exchanges. `warmUp`: first frames of each run, in which every book
 * was just made anew, as in the first second of a server.
 */
const SIZES = {
  tiny: { pairs: 20, frames: 1_000, warmUp: 200, perSecond: 5_000, runs: 1 },
  usual: { pairs: 860, frames: 80_000, warmUp: 20_000, perSecond: 30_000, runs: 7 },
  long: { pairs: 860, frames: 140_000, warmUp: 20_000, perSecond: 30_000, runs: 75 },
}
const SHARES = { p50: 0.5, p99: 0.99, 'p99.9': 0.999, 'worst frame': 1 }
/** Largest latency of a share, µs (performance.md, Targets). */
const TARGETS: Readonly<Record<string, number>> = { 'bytes-in p99': 25, 'bytes-in p99.9': 50, 'sending p99': 500 }
const ASK_EVERY_MS = 100
const ROWS = 200
const DRAIN_MS = 30_000
const { pairs, frames, warmUp, perSecond, runs } = SIZES[runLength()]

const server = await startTestServer({ liveForAll: true, rateLimitScale: 1e9 })
server.scripted.publish({ rows: Array.from({ length: ROWS }, (_, at) => row(`spot.COIN${at}-USDT.okx.binance`)) })

const sender = fork(join(import.meta.dirname, 'sockets', 'socket-sender.ts'), [pairs, frames, perSecond].map(String), {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  serialization: 'advanced',
})
let asked = 0
const asking = setInterval(async () => {
  const answer = await server.get('/api/arbitrage-opportunities')
  await answer.arrayBuffer()
  if (answer.ok) asked++
}, ASK_EVERY_MS)

const fromSender = async <T>() => ((await once(sender, 'message')) as [T])[0]
const { port } = await fromSender<{ port: number }>()
/** The reader's published states, which this thread puts together as the HTTP thread does. */
const published = new MessageChannel()
const updates = new MarketUpdateReader()
let states = 0
published.port1.on('message', (message) => {
  if (updates.read(message)?.kind === 'state') states++
})
const workerData = { port, pairs, most: frames, states: published.port2 }
const reader = new Worker(new URL('./sockets/socket-reader.ts', import.meta.url), {
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
/** Latencies of the run before all others. */
const warming = new Latencies()
const working = new Latencies()
/** Latencies of a reader that only receives. */
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
    warming.add(sent, through)
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
for (const clock of CLOCKS)
  for (const [name, share] of Object.entries(SHARES)) {
    const metric = `${clock} to finding-out, ${name} of the warm-up run before the others, all ${frames} frames, ${market}`
    printFigure({ ...none, metric, value: short(warming.shares(clock, 0, [share])[0] ?? Number.NaN), unit: 'µs' })
  }
for (const [left, warmUpLeft] of [
  [`without the first ${warmUp} of ${frames} frames a run`, warmUp],
  [`all ${frames} frames a run`, 0],
] as const)
  for (const clock of CLOCKS) {
    const values = working.shares(clock, warmUpLeft, Object.values(SHARES))
    const floors = idle.shares(clock, warmUpLeft, Object.values(SHARES))
    for (const [at, name] of Object.keys(SHARES).entries()) {
      const [value = Number.NaN, floor = Number.NaN] = [values[at], floors[at]]
      const target = TARGETS[`${clock} ${name}`]
      const metric = `${clock} to finding-out, ${name} over ${runs} runs, ${left}, ${market}`
      const figure = { ...none, metric, value: short(value), unit: 'µs' }
      const baseline = `a reader that only receives: ${short(floor)} µs`
      printFigure({ ...figure, baseline, ratio: short(value / floor) })
      if (target !== undefined)
        printFigure({ ...figure, baseline: `target of ${target} µs`, ratio: short(value / target) })
    }
  }
printFigure({ ...none, metric: 'longest queue at the end of a run', value: Math.max(...queues), unit: 'messages' })
printFigure({ ...none, metric: 'findings', value: findings, unit: 'findings' })
printFigure({ ...none, metric: 'states published meanwhile', value: states, unit: 'states' })
printFigure({ ...none, metric: 'list calls answered meanwhile', value: asked, unit: 'requests' })
