// Lighthouse with its defaults (a phone with a slow network and processor, both simulated) on three pages of the
// product with the demo market: the landing, the opportunities and a help article. The score of each category is the
// median of the runs; names of failed audits go to standard error, those without weight in the score in brackets. The
// benchmark fails on accessibility, best practices or search below 100, on scripts above their budget, and on
// performance below its target. Performance depends on the machine: let it be idle.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserLaunch } from '../scripts/browser-launch.ts'
import { printFigure } from './figures/figure-line.ts'
import { median, short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'
import { withProduct } from './product/product.ts'

const RUNS = { tiny: 1, usual: 3, long: 9 }[runLength()]
const SYMBOLS = 30
const PATIENCE_MS = 60_000
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const CATEGORIES = Object.keys(LEAST) as readonly (keyof typeof LEAST)[]
/** Metrics with their units; the layout shift has no unit. */
const METRICS = {
  'first-contentful-paint': 'ms',
  'largest-contentful-paint': 'ms',
  'total-blocking-time': 'ms',
  'speed-index': 'ms',
  'cumulative-layout-shift': '',
} as const
/** A page rests once it has requested no script for this long. */
const REST_MS = 3_000
/** Budget of scripts until a page rests: compressed bodies without headers, in KB of 1000 bytes. */
const MOST_SCRIPTS = { landing: 120, opportunities: 200, article: null } as const

type Report = {
  readonly scores: ReadonlyMap<string, number>
  readonly metrics: ReadonlyMap<string, number>
  readonly failing: readonly string[]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

/**
 * Waits for the database and the market, so that no server is measured while it starts; returns the first article's id.
 */
async function firstArticle(origin: string): Promise<string> {
  for (const began = performance.now(); performance.now() - began < PATIENCE_MS; await sleep(200)) {
    const [answer, rows] = await Promise.all([
      fetch(`${origin}/api/help-articles?content=0`),
      fetch(`${origin}/api/arbitrage-opportunities`),
    ])
    const articles = answer.ok ? ((await answer.json()) as readonly { readonly id: string }[]) : []
    const listed = (await rows.json()) as readonly unknown[]
    if (articles[0] !== undefined && listed.length > 0) return articles[0].id
  }
  throw new Error('never: an article and an opportunity')
}

async function look(url: string, port: number): Promise<Report> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...CATEGORIES] })
  if (result === undefined) throw new Error(`${url}: no report`)
  const { audits, categories, runtimeError } = result.lhr
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
  const weights = new Map(
    Object.values(categories).flatMap(({ auditRefs }) => auditRefs.map((one) => [one.id, one.weight])),
  )
  const failing = Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
    .map(({ id, displayValue }) => {
      const told = displayValue === undefined ? id : `${id} ${displayValue}`
      return (weights.get(id) ?? 0) > 0 ? told : `(${told})`
    })
  return {
    scores: new Map(CATEGORIES.map((name) => [name, Math.round(100 * (categories[name]?.score ?? Number.NaN))])),
    metrics: new Map(Object.keys(METRICS).map((name) => [name, audits[name]?.numericValue ?? Number.NaN])),
    failing,
  }
}

/** Compressed size in KB of the scripts that a page loads on a first visit until it rests. */
async function scriptKbOf(url: string, browser: Browser): Promise<number> {
  const page = await browser.newPage()
  try {
    let bytes = 0
    let last = performance.now()
    page.on('requestfinished', async (request) => {
      if (request.resourceType() !== 'script') return
      last = performance.now()
      const { responseBodySize } = await request.sizes()
      bytes += responseBodySize
    })
    await page.goto(url)
    while (performance.now() - last < REST_MS) await sleep(REST_MS / 10)
    if (bytes === 0) throw new Error(`${url}: no script was counted`)
    return bytes / 1000
  } finally {
    await page.close()
  }
}

const missed: string[] = []
await withProduct(SYMBOLS, async ({ origin }) => {
  const article = await firstArticle(origin)
  const pages = { landing: '/', opportunities: '/opportunities', article: `/help/${article}` } as const
  const port = await freePort()
  const launch = browserLaunch()
  const browser = await chromium.launch({ ...launch, args: [...launch.args, `--remote-debugging-port=${port}`] })
  try {
    for (const page of Object.keys(pages) as readonly (keyof typeof pages)[]) {
      const reports: Report[] = []
      for (let run = 0; run < RUNS; run++) reports.push(await look(origin + pages[page], port))
      const tell = (
        metric: string,
        unit: string,
        values: readonly number[],
        target: number | null,
        isFine: boolean,
      ) => {
        const value = median(values)
        printFigure({
          bench: 'lighthouse',
          metric: `${page}, ${metric}`,
          value: short(value),
          unit,
          baseline: target === null ? null : `target of ${target}`,
          ratio: target === null ? null : short(value / target),
        })
        if (!isFine) missed.push(`${page}: ${metric} ${short(value)}`)
      }
      for (const name of CATEGORIES) {
        const values = reports.map(({ scores }) => scores.get(name) ?? Number.NaN)
        tell(name, 'points', values, LEAST[name], median(values) >= LEAST[name])
      }
      for (const [name, unit] of Object.entries(METRICS))
        tell(
          name,
          unit,
          reports.map(({ metrics }) => metrics.get(name) ?? Number.NaN),
          null,
          true,
        )
      const most = MOST_SCRIPTS[page]
      const kilobytes = await scriptKbOf(origin + pages[page], browser)
      tell('scripts until it rests', 'KB', [kilobytes], most, most === null || kilobytes <= most)
      const failing = new Set(reports.flatMap((report) => report.failing))
      process.stderr.write(`${page}: ${failing.size === 0 ? 'every audit passed' : [...failing].join(', ')}\n`)
    }
  } finally {
    await browser.close()
  }
})
if (missed.length > 0 && runLength() !== 'tiny') throw new Error(`missed: ${missed.join('; ')}`)
