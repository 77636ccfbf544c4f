import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestContext } from 'vitest'
import type { EngineMessage, EngineRequest } from '../../../app/engine-protocol/messages.ts'
import { runToEnd } from '../../../app/market/engine/time-slices.ts'
import { LifetimesRecorder } from '../../../app/market/lifetimes/lifetimes-recorder.ts'
import { Publishing } from '../../../app/market/publish/publishing.ts'
import { ScarceThings } from '../../../app/operation/scarce-things.ts'
import { EngineSupervisor } from '../../../http/engine/engine-supervisor.ts'
import type { EngineThread } from '../../../http/engine/engine-thread.ts'
import { MarketBoard } from '../../../http/market-board.ts'
import { createHttpServer } from '../../../http/server.ts'
import { virtualTime } from './virtual-time.ts'
import type { World } from './world.ts'

const QUIET_LOOP = { mean: 0, percentile: () => 0, reset: () => true, enable: () => true, disable: () => true }
/** Scale of the rate limits: in effect none, since other tests check them. */
const NO_LIMIT = 1_000_000

/** An engine whose messages come from a `World` instead of a thread. */
class WorldEngine implements EngineThread {
  readonly #publishing: Publishing
  readonly #publish: () => void
  #heard: (message: EngineMessage) => void = () => undefined
  #ended: (reason: string) => void = () => undefined

  constructor(world: World) {
    const { engine, feeds, changes } = world.run
    const shown = () => ({
      engine,
      feeds,
      changes,
      source: 'demo' as const,
      outlookOf: world.recorder.outlookOf,
      isDeciding: false,
      spotCap: () => null,
      isKeysMarket: false,
      now: world.now,
    })
    const recorders = { live: new LifetimesRecorder({ store: null, log: () => undefined }), demo: world.recorder }
    this.#publishing = new Publishing((message) => this.#heard(message), shown, world.now, recorders)
    world.onFinding = (event) => {
      if (event.event === 'closed') this.#publishing.closed(event)
    }
    this.#publish = () => {
      runToEnd(this.#publishing.publish(() => world.now))
      while (this.#publishing.freezeNext());
    }
    world.onPublished = this.#publish
  }

  post(request: EngineRequest): void {
    if (request.kind === 'stop') this.#ended('exit 0')
    else if (request.kind === 'viewers') {
      this.#publishing.viewers(request.modes)
      if (request.modes.length > 0) queueMicrotask(this.#publish)
    } else this.#publishing.answer(request, virtualTime.now())
  }

  onMessage(heard: (message: EngineMessage) => void): void {
    this.#heard = heard
  }

  onEnd(ended: (reason: string) => void): void {
    this.#ended = ended
  }

  terminate(): Promise<void> {
    return Promise.resolve()
  }
}

/** Calls a path; returns status and body. */
export type Ask = (path: string) => Promise<{ readonly status: number; readonly body: string }>

/** Serves a world by the real HTTP side, called without a socket; ends with the test. */
export async function serveWorld(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  world: World,
): Promise<{ readonly live: Ask; readonly visitor: Ask }> {
  const log = pino({ level: 'silent' })
  const engine = new EngineSupervisor({
    spawn: () => new WorldEngine(world),
    clock: virtualTime,
    log: (level, event, data) => log[level](data, event),
  })
  const board = new MarketBoard({ engine, clock: virtualTime, source: 'demo' })
  const siteFolder = mkdtempSync(join(tmpdir(), 'makas-site-'))
  const open = async (liveForAll: boolean): Promise<Ask> => {
    const { app } = await createHttpServer({
      settings: {
        publicOrigin: null,
        corsOrigins: [],
        trustProxy: [],
        rateLimitScale: NO_LIMIT,
        liveForAll,
        adminTotp: 'optional',
        metricsToken: null,
        operator: {},
      },
      board,
      engine,
      clock: virtualTime,
      log,
      storageState: () => 'ready',
      users: () => null,
      keys: () => null,
      wakeTrades: () => undefined,
      history: null,
      scarce: new ScarceThings(),
      silentPeers: async () => new Set(),
      siteFolder,
      alarmed: () => undefined,
      ownMetrics: () => [],
      loopDelay: QUIET_LOOP,
    })
    onTestFinished(() => app.close())
    return async (path) => {
      const { statusCode, body } = await app.inject({ url: path })
      return { status: statusCode, body }
    }
  }
  const answers = { live: await open(true), visitor: await open(false) }
  board.start()
  engine.start()
  onTestFinished(async () => {
    board.stop()
    await engine.stop()
    rmSync(siteFolder, { recursive: true, force: true })
  })
  return answers
}
