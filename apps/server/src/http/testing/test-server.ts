import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import type { KeyParts } from '../../app/api-keys/key-parts.ts'
import { ScarceThings } from '../../app/operation/scarce-things.ts'
import type { HistoryReader } from '../../app/ports/market/archive.ts'
import type { MarketSource } from '../../app/ports/market/market-source.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { SilentPeers } from '../../app/ports/system/silent-peers.ts'
import type { StorageState } from '../../app/ports/system/storage.ts'
import type { UserParts } from '../../app/users/user-parts.ts'
import { EngineSupervisor } from '../engine/engine-supervisor.ts'
import type { EngineThread } from '../engine/engine-thread.ts'
import { MarketBoard } from '../market-board.ts'
import type { LoopDelay } from '../policies/load-gauge.ts'
import { createHttpServer, type ServerSettings } from '../server.ts'
import { ScriptedEngine } from './scripted-engine.ts'
import { ShiftedClock } from './shifted-clock.ts'

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** A busy machine must not have calls refused: overload has tests of its own. */
const CALM: LoopDelay = {
  mean: 0,
  percentile: () => 0,
  reset: () => undefined,
  enable: () => true,
  disable: () => true,
}

type Options = Partial<ServerSettings> & {
  readonly loopDelay?: LoopDelay
  readonly source?: MarketSource | null
  readonly clock?: Clock
  readonly site?: boolean
  /** Starts a real engine in place of the scripted one. */
  readonly engineThread?: () => EngineThread
  /** Makes the users' side with the server's clock; without it there is no database. */
  readonly users?: (clock: ShiftedClock) => UserParts | null
  readonly storageState?: () => StorageState
  /** The archive; without it no history is kept. */
  readonly history?: HistoryReader
  readonly silentPeers?: SilentPeers
  /** Called when a trade was stored. */
  readonly wakeTrades?: () => void
  readonly exchangeKeys?: (clock: ShiftedClock) => KeyParts | null
}

/**
 * A real server that listens on a free port of loopback, with a scripted engine behind it. Its clock and the engine's go
 * on by steps of their event loop, so that no limit of theirs passes while a busy machine does other things; a real
 * engine and the long run have real clocks.
 */
export async function startTestServer(options: Options = {}) {
  const clock = new ShiftedClock({ steps: options.engineThread === undefined && !isLongRun })
  const engines: ScriptedEngine[] = []
  const logged: { readonly level: number; readonly msg: string; readonly [key: string]: unknown }[] = []
  const log = pino({ level: 'trace', base: null }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const engine = new EngineSupervisor({
    spawn: () => {
      if (options.engineThread !== undefined) return options.engineThread()
      const next = new ScriptedEngine(() => clock.now())
      engines.push(next)
      return next
    },
    clock,
    log: (level, event, data) => log[level](data, event),
  })
  const board = new MarketBoard({ engine, clock, source: options.source === undefined ? 'live' : options.source })
  const siteFolder = mkdtempSync(join(tmpdir(), 'makas-site-'))
  if (options.site !== false) plantSite(siteFolder)
  const server = await createHttpServer({
    settings: {
      publicOrigin: null,
      corsOrigins: [],
      trustProxy: [],
      rateLimitScale: 1,
      liveForAll: false,
      adminTotp: 'optional',
      metricsToken: null,
      operator: {},
      ...options,
    },
    board,
    engine,
    clock,
    log,
    storageState: options.storageState ?? (() => 'ready'),
    users: () => options.users?.(clock) ?? null,
    keys: () => options.exchangeKeys?.(clock) ?? null,
    wakeTrades: () => options.wakeTrades?.(),
    history: options.history ?? null,
    scarce: new ScarceThings(),
    silentPeers: options.silentPeers ?? (async () => new Set()),
    siteFolder,
    alarmed: () => undefined,
    ownMetrics: () => [],
    loopDelay: options.loopDelay ?? CALM,
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  board.start()
  engine.start()
  return {
    ...server,
    origin,
    port,
    board,
    engine,
    clock,
    logged,
    /** The running engine thread. */
    get scripted(): ScriptedEngine {
      const last = engines.at(-1)
      if (last === undefined) throw new Error('no engine was started')
      return last
    },
    engines,
    get: (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers }),
    /** Sends raw bytes; returns everything that comes back. */
    raw: (bytes: string | Buffer) => exchangeRaw(port, bytes),
    stop: async () => {
      board.stop()
      server.app.server.closeAllConnections()
      await server.app.close()
      await engine.stop()
      clock.stop()
      rmSync(siteFolder, { recursive: true, force: true })
    },
  }
}

function plantSite(folder: string): void {
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="tr"><title>Makas</title></html>')
  writeFileSync(join(folder, 'first.js'), '// first')
  writeFileSync(join(folder, 'assets', 'entry-abc123.js'), `export const text = '${'makas '.repeat(600)}'`)
  writeFileSync(join(folder, 'assets', 'entry-abc123.js.map'), '{}')
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}')
  writeFileSync(join(folder, '.env'), 'SECRET=1')
}

/** Sends raw bytes on a connection of their own; everything that comes back within `withinMs`, after which it is cut. */
export function exchangeRaw(port: number, bytes: string | Buffer, withinMs = 60_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    const timer = setTimeout(() => socket.destroy(), withinMs)
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(Buffer.from(text, 'latin1').toString('utf8'))
    })
  })
}

/** Turns of the event loop in which a message, its answer and what follows from that have arrived, several times over. */
const TURNS = 30

/** Waits until what was posted within this process has arrived. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await setImmediate()
}

/** Waits until `holds` is true. `withinMs` only ends a wait that would never end: how quick something is, is no matter of it. */
export async function eventually(holds: () => boolean | Promise<boolean>, withinMs = 120_000): Promise<void> {
  const until = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > until) throw new Error('did not come true in time')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The body of an answer, unchecked, as the type that the test expects. */
export async function jsonOf<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T
}

export type Refusal = { readonly code: string; readonly detail: string; readonly fields?: Record<string, string> }
