// The product at rest: processor share of every thread, and memory of every process and isolate, with its own
// PostgreSQL, on the demo market with default settings (performance.md, At rest). Linux only: it reads /proc.
//
// `empty` has no page open; `page` has the list of opportunities open in a real headless browser, as a visitor sees it.
// The browser is not counted. `engine` is a planted market with 3,000 open rows behind the real HTTP side: what the
// engine's thread takes beside its frames, without a reader, and with one live stream of each mode. What the frames take
// is measured by a second thread that moves the same books at the same rate and does nothing else. `--case=NAME` runs one
// of the three.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Mode, PATHS } from '@makas/contract'
import { chromium } from '@playwright/test'
import { startEngineThread } from '../apps/server/src/http/engine/engine-thread.ts'
import { startTestServer } from '../apps/server/src/http/testing/test-server.ts'
import { browserLaunch } from '../scripts/browser-launch.ts'
import { printFigure } from './figures/figure-line.ts'
import { short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'
import { type PlantedMarket, TOLD } from './product/planted-market.ts'
import { type ProcessMemory, processMemory, processTree, threadMs, threadTimes } from './product/process-tree.ts'
import { type Product, withProduct } from './product/product.ts'
import type { IsolateReport } from './product/rest-probe.ts'

const { warmMs, measureMs, sampleMs, coins } = {
  tiny: { warmMs: 500, measureMs: 1_000, sampleMs: 500, coins: 4 },
  usual: { warmMs: 60_000, measureMs: 60_000, sampleMs: 5_000, coins: 273 },
  long: { warmMs: 60_000, measureMs: 30 * 60_000, sampleMs: 5_000, coins: 273 },
}[runLength()]
/** The default of SIM_SYMBOLS. */
const SYMBOLS = 120
const ROWS_OF_A_COIN = 11
/** A quiet hour of the four exchanges sends at least 10,000 messages a second; some 2,000 books are planted. */
const MOVES_PER_SECOND = 10_000
/** Limits of a case: percent of a core, and MiB of all processes together. */
const MOST = {
  empty: { percent: 18, mib: null },
  page: { percent: 25, mib: 450 },
  'without a reader': { percent: 10, mib: null },
  'one live stream of each mode': { percent: 15, mib: null },
} as const
const PATIENCE_MS = 60_000
const BYTES_PER_MIB = 1_048_576
const CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache', 'code')

const missed: string[] = []

function tell(metric: string, value: number, unit: string, limit: number | null): void {
  const isFine = limit === null || value <= limit
  if (!isFine) missed.push(`${metric}: ${short(value)} ${unit}`)
  const baseline = limit === null ? null : `${isFine ? 'within' : 'above'} the limit of ${limit}`
  printFigure({
    bench: 'rest',
    metric,
    value: short(value),
    unit,
    baseline,
    ratio: limit === null ? null : short(value / limit),
  })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Values of the same name added up, the largest first. */
function byName<T>(items: readonly T[], nameOf: (item: T) => string, sizeOf: (item: T) => number) {
  const totals = new Map<string, number>()
  for (const item of items) totals.set(nameOf(item), (totals.get(nameOf(item)) ?? 0) + sizeOf(item))
  return [...totals].sort(([, a], [, b]) => b - a)
}

function isolatesIn(folder: string): readonly IsolateReport[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as IsolateReport)
}

/** Watches the processes of the product during the measurement, and prints what they took. */
async function measure(name: 'empty' | 'page', { pid: root }: Product, reports: string): Promise<void> {
  const timesNow = () =>
    new Map(
      processTree(root)
        .flatMap(threadTimes)
        .map((one) => [`${one.pid}/${one.tid}`, one]),
    )
  const before = timesNow()
  const began = performance.now()
  const after = new Map(before)
  /** The sample with the most memory. */
  let most: readonly ProcessMemory[] = []
  while (performance.now() - began < measureMs) {
    await sleep(sampleMs)
    for (const [thread, time] of timesNow()) after.set(thread, time)
    const memory = processTree(root).flatMap((pid) => processMemory(pid) ?? [])
    if (sum(memory.map(({ pss }) => pss)) > sum(most.map(({ pss }) => pss))) most = memory
  }
  const tookMs = performance.now() - began
  const isolates = isolatesIn(reports).filter(({ pid, tid }) => after.has(`${pid}/${tid}`))
  const processes = new Map(most.map((one) => [one.pid, one.name]))
  const scripts = new Map(isolates.map(({ pid, tid, script }) => [`${pid}/${tid}`, script]))
  const shares = [...after].map(([thread, { pid, comm, ms }]) => ({
    thread: `${processes.get(pid) ?? 'ended'}, thread ${scripts.get(thread) ?? comm}`,
    percent: (100 * (ms - (before.get(thread)?.ms ?? 0))) / tookMs,
  }))
  for (const [thread, percent] of byName(
    shares,
    (one) => one.thread,
    ({ percent }) => percent,
  ))
    tell(`${name}: ${thread}`, percent, '% of a core', null)
  for (const kind of ['pss', 'rss'] as const)
    for (const [process, mib] of byName(
      most,
      (one) => one.name,
      (one) => one[kind],
    ))
      tell(`${name}: ${process}, ${kind.toUpperCase()}`, mib, 'MiB', null)
  for (const { script, heap, heapUsed, young, wasm, external, arrayBuffers } of isolates) {
    const parts = { heap, 'heap in use': heapUsed, young, WebAssembly: wasm, external, 'array buffers': arrayBuffers }
    for (const [part, bytes] of Object.entries(parts))
      tell(`${name}: isolate ${script}, ${part}`, bytes / BYTES_PER_MIB, 'MiB', null)
  }
  const { percent, mib } = MOST[name]
  tell(`${name}: all together, processor`, sum(shares.map((one) => one.percent)), '% of a core', percent)
  tell(`${name}: all together, most PSS`, sum(most.map(({ pss }) => pss)), 'MiB', mib)
}

async function untilListed(origin: string): Promise<void> {
  for (const began = performance.now(); performance.now() - began < PATIENCE_MS; await sleep(200)) {
    const [articles, rows] = await Promise.all([
      fetch(`${origin}/api/help-articles?content=0`),
      fetch(`${origin}/api/arbitrage-opportunities`),
    ])
    const listed = (await rows.json()) as readonly unknown[]
    if (articles.ok && listed.length > 0) return
    await articles.body?.cancel()
  }
  throw new Error('never: an article and an opportunity')
}

async function product(cases: readonly ('empty' | 'page')[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'makas-rest-'))
  const reports = join(folder, 'reports')
  mkdirSync(reports)
  // A copy of Node: pages that the benchmark's Node shared with the product's would count half.
  const node = join(folder, 'node')
  copyFileSync(process.execPath, node)
  const probe = new URL('./product/rest-probe.ts', import.meta.url)
  probe.searchParams.set('folder', reports)
  // The settings of `npm start`.
  const started = { NODE_COMPILE_CACHE: CACHE, MALLOC_ARENA_MAX: '2' }
  try {
    // Code that changed since the last start is compiled now and kept, as for anybody's second start.
    if (runLength() !== 'tiny') await withProduct(SYMBOLS, ({ origin }) => untilListed(origin), { env: started, node })
    const env = { ...started, NODE_OPTIONS: `--import=${probe}` }
    await withProduct(
      SYMBOLS,
      async (running) => {
        await untilListed(running.origin)
        for (const name of cases) {
          const browser = name === 'page' ? await chromium.launch(browserLaunch()) : null
          try {
            const page = await browser?.newPage()
            await page?.goto(`${running.origin}/opportunities`)
            await page?.locator('tbody tr').first().waitFor()
            await sleep(warmMs)
            await measure(name, running, reports)
          } finally {
            await browser?.close()
          }
        }
      },
      { env, node },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads a stream as a browser takes it from the socket; rejects when it ends. */
async function follow(url: string, signal: AbortSignal): Promise<void> {
  const { body } = await fetch(url, { signal })
  if (body === null) throw new Error(`${url}: no stream`)
  for await (const _ of body);
  throw new Error(`${url}: the stream ended`)
}

/** Share of a core that the thread of a planted market takes once its books move, percent. */
async function shareOf(told: Int32Array): Promise<number> {
  for (const began = performance.now(); told[TOLD.moves] === 0; await sleep(50))
    if (performance.now() - began > PATIENCE_MS) throw new Error('never: a moved book')
  const ms = () => threadMs(process.pid, told[TOLD.tid] ?? 0)
  await sleep(warmMs)
  const [before, began] = [ms(), performance.now()]
  await sleep(measureMs)
  return (100 * (ms() - before)) / (performance.now() - began)
}

async function engine(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'makas-planted-'))
  const entry = new URL('./product/planted-engine.ts', import.meta.url)
  const marketOf = (onlyMoves: boolean): PlantedMarket => ({
    coins,
    movesPerSecond: runLength() === 'tiny' ? 100 : MOVES_PER_SECOND,
    folder,
    onlyMoves,
    told: new Int32Array(new SharedArrayBuffer(TOLD.count * Int32Array.BYTES_PER_ELEMENT)),
  })
  try {
    const alone = marketOf(true)
    const mover = new Worker(entry, { workerData: alone })
    const frames = await shareOf(alone.told)
    await mover.terminate()
    tell(`${MOVES_PER_SECOND} changes a second of ${alone.told[TOLD.books]} books`, frames, '% of a core', null)

    const market = marketOf(false)
    const engineThread = () => startEngineThread(entry, market)
    const server = await startTestServer({ source: 'demo', liveForAll: true, rateLimitScale: 1e9, engineThread })
    const leaving = new AbortController()
    try {
      const judge = async (name: 'without a reader' | 'one live stream of each mode') => {
        const share = await shareOf(market.told)
        const rows = market.told[TOLD.rows] ?? 0
        if (rows < coins * ROWS_OF_A_COIN) throw new Error(`only ${rows} rows are open`)
        if ((market.told[TOLD.overdue] ?? 0) > MOVES_PER_SECOND) throw new Error('the engine is late with its frames')
        tell(`${rows} open rows, ${name}: beside the frames`, share - frames, '% of a core', MOST[name].percent)
      }
      await judge('without a reader')
      const streams = Mode.options.map((mode) => follow(`${server.origin}${PATHS.stream}?mode=${mode}`, leaving.signal))
      await Promise.race([judge('one live stream of each mode'), ...streams])
      leaving.abort()
      await Promise.allSettled(streams)
    } finally {
      leaving.abort()
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const chosen = process.argv.find((one) => one.startsWith('--case='))?.slice('--case='.length)
const isChosen = (name: string) => chosen === undefined || chosen === name
const cases = (['empty', 'page'] as const).filter(isChosen)
if (cases.length > 0) await product(cases)
if (isChosen('engine')) await engine()
if (missed.length > 0 && runLength() !== 'tiny') throw new Error(`above the limit: ${missed.join('; ')}`)
