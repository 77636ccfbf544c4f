// Time from the start of the process to its first answer and to its first row, on the demo market; targets: 3 s and 15
// s.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { printFigure } from './figures/figure-line.ts'
import { median } from './figures/measure.ts'

const ROUNDS = 5
const PATIENCE_MS = 30_000

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

/** Time in ms from `began` until `answers` holds; polls every 10 ms. */
async function waitFor(server: ChildProcess, began: number, answers: () => Promise<boolean>): Promise<number> {
  while (performance.now() - began < PATIENCE_MS) {
    if (server.exitCode !== null) throw new Error(`the server ended with exit code ${server.exitCode}`)
    if (await answers().catch(() => false)) return performance.now() - began
    await sleep(10)
  }
  throw new Error(`nothing within ${PATIENCE_MS} ms`)
}

async function round(): Promise<{ serving: number; live: number }> {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), 'makas-bench-'))
  const main = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'main.ts')
  const env = {
    ...process.env,
    PORT: String(port),
    MARKET: 'demo',
    LIVE_FOR_ALL: '1',
    DATA_DIR: data,
    LOG_LEVEL: 'error',
  }
  const began = performance.now()
  const server = spawn(process.execPath, ['--disable-proto=delete', main], { env, stdio: 'ignore' })
  const ended = once(server, 'close')
  try {
    const origin = `http://127.0.0.1:${port}`
    const serving = await waitFor(server, began, async () => (await fetch(`${origin}/healthz`)).ok)
    const live = await waitFor(server, began, async () => {
      const rows: unknown = await (await fetch(`${origin}/api/arbitrage-opportunities`)).json()
      return Array.isArray(rows) && rows.length > 0
    })
    return { serving, live }
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}

const rounds: { serving: number; live: number }[] = []
for (let index = 0; index < ROUNDS; index++) rounds.push(await round())
for (const [metric, most] of [
  ['serving', 3000],
  ['live', 15_000],
] as const) {
  const value = median(rounds.map((times) => times[metric]))
  printFigure({ bench: 'start', metric, value, unit: 'ms', baseline: `target of ${most} ms`, ratio: value / most })
}
