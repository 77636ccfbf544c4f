import type { Logger } from 'pino'
import type { Clock } from '../app/ports/clock.ts'
import { drain } from '../http/drain.ts'
import { CrashCount } from '../http/engine/crash-count.ts'
import type { HttpServer } from '../http/server.ts'
import { StopSignals } from '../http/stop-signals.ts'

/** All in all (reliability-matrix.md L1, L2). */
const EXIT_WITHIN_MS = 14_000

type Options = {
  readonly clock: Clock
  readonly log: Logger
  readonly server: HttpServer
  /** Before the first reader is sent away. */
  readonly atOnce: () => void
  /** When nobody is served any more. */
  readonly afterwards: () => Promise<void>
}

/** How this process ends: in order when it is told to, at once when told twice or when it fails again and again. */
export class Shutdown {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** An error that nobody caught costs one request at most, a crash loop the process (reliability-matrix.md L5). */
  surviveErrors(): void {
    const { clock, log } = this.#options
    const crashes = new CrashCount()
    const survive = (kind: string) => (error: unknown) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
      log.error({ kind, reason }, 'unexpected-error')
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
  }

  async stop(why: string, code: 0 | 1 = 0): Promise<void> {
    const { clock, log, server, atOnce, afterwards } = this.#options
    log.info({ signal: why }, 'stopping')
    clock.after(EXIT_WITHIN_MS, () => {
      log.error({ reason: 'drain took too long' }, 'forced-exit')
      process.exit(1)
    })
    atOnce()
    const isClean = await drain(server, clock)
    await afterwards()
    if (!isClean) log.error({ reason: 'a request did not finish in time' }, 'forced-exit')
    process.exit(isClean ? code : 1)
  }
}
