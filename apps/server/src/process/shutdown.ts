import type { Logger } from 'pino'
import type { Clock } from '../app/ports/system/clock.ts'
import { drain } from '../http/drain.ts'
import { CrashCount } from '../http/engine/crash-count.ts'
import type { HttpServer } from '../http/server.ts'
import { StopSignals } from '../http/stop-signals.ts'
import { stackOf } from './terminal.ts'

/** Limit of the whole shutdown, ms (reliability-matrix.md L1, L2). */
const EXIT_WITHIN_MS = 14_000

type Options = {
  readonly clock: Clock
  readonly log: Logger
  readonly server: HttpServer
  readonly beforeDrain: () => void
  readonly afterDrain: () => Promise<void>
}

/** Ends the process: in order at the first signal, at once at the second or in a crash loop. */
export class Shutdown {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Survives uncaught errors, which cost one request at most; ends the process in a crash loop (reliability-matrix.md
   * L5).
   */
  surviveErrors(): void {
    const { clock, log } = this.#options
    const crashes = new CrashCount()
    const survive = (kind: string) => (error: unknown) => {
      log.error({ kind, reason: stackOf(error) }, 'unexpected-error')
      if (!crashes.isLoop(clock.now())) return
      log.fatal({ alarm: true }, 'crash-loop')
      process.exit(1)
    }
    process.on('uncaughtException', survive('exception'))
    process.on('unhandledRejection', survive('rejection'))
  }

  obeySignals(): void {
    const { clock, log } = this.#options
    const signals = new StopSignals()
    const signalled = (signal: string) => {
      const wish = signals.take(clock.now())
      if (wish === 'stop') void this.stop(signal)
      if (wish !== 'force') return
      log.error({ reason: `second ${signal}` }, 'forced-exit')
      process.exit(1)
    }
    process.on('SIGTERM', signalled)
    process.on('SIGINT', signalled)
    // The terminal was closed.
    process.on('SIGHUP', signalled)
  }

  async stop(why: string, code: 0 | 1 = 0): Promise<void> {
    const { clock, log, server, beforeDrain, afterDrain } = this.#options
    log.info({ signal: why }, 'stopping')
    clock.after(EXIT_WITHIN_MS, () => {
      log.error({ reason: 'drain took too long' }, 'forced-exit')
      process.exit(1)
    })
    beforeDrain()
    const isClean = await drain(server, clock)
    await afterDrain()
    if (!isClean) log.error({ reason: 'a request did not finish in time' }, 'forced-exit')
    process.exit(isClean ? code : 1)
  }
}
