import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { adminFile } from './people.ts'

export type OwnServer = {
  readonly origin: string
  /** Path of its log file. */
  readonly log: string
  readonly stop: () => Promise<void>
}

/** A server for one test, with a setting that other tests must not have. It has the common admin and a tiny market. */
export async function startServer(name: string, env: Readonly<Record<string, string>>): Promise<OwnServer> {
  const port = await freePort()
  const folder = join('test-results', `own-${name}-${process.pid}-${port}`)
  mkdirSync(folder, { recursive: true })
  const log = join(folder, 'server.log')
  const lines = openSync(log, 'a')
  const child = spawn(process.execPath, ['--disable-proto=delete', 'apps/server/src/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      MARKET: 'demo',
      SIM_SEED: '1',
      SIM_SYMBOLS: '4',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      ADMIN_BOOTSTRAP_FILE: adminFile(),
      RATE_LIMIT_SCALE: '1000',
      ...env,
    },
    stdio: ['ignore', lines, lines],
  })
  const origin = `http://127.0.0.1:${port}`
  try {
    await expect(async () => {
      if (child.exitCode !== null) throw new Error(`the server ended: see ${log}`)
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    }).toPass({ intervals: [500, 1_000] })
  } catch (error) {
    await end(child)
    throw error
  }
  return { origin, log, stop: () => end(child) }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(address)))
    })
  })
}

/** Asks the process to stop, which also stops its database; kills it after a while. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(late)
}
