// Requests a second of the list call with 200 rows, in turns with a bare server that sends the same bytes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import { printFigure } from './figures/figure-line.ts'
import { median, short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'

const SIZES = {
  tiny: { seconds: 1, rounds: 1 },
  usual: { seconds: 2, rounds: 7 },
  long: { seconds: 10, rounds: 9 },
}
const CONNECTIONS = 20
const { seconds, rounds } = SIZES[runLength()]

async function origins(child: ChildProcess): Promise<{ app: string; bare: string }> {
  if (child.stdout === null) throw new Error('the servers have no output')
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the servers ended')
  })
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
  return JSON.parse(line) as { app: string; bare: string }
}

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

const child = spawn(
  process.execPath,
  ['--disable-proto=delete', join(import.meta.dirname, 'product', 'list-server.ts')],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
try {
  const { app, bare } = await origins(child)
  const shares: number[] = []
  const speeds: { app: number; bare: number }[] = []
  for (let round = -1; round < rounds; round++) {
    const speed = { app: await requestsPerSecond(app), bare: await requestsPerSecond(bare) }
    if (round < 0) continue
    speeds.push(speed)
    shares.push(speed.app / speed.bare)
  }
  printFigure({
    bench: 'list',
    metric: 'GET /api/arbitrage-opportunities, 200 rows',
    value: short(median(speeds.map((speed) => speed.app))),
    unit: 'requests/s',
    baseline: `bare node:http ${short(median(speeds.map((speed) => speed.bare)))} requests/s`,
    ratio: short(median(shares)),
  })
} finally {
  child.kill('SIGKILL')
}
