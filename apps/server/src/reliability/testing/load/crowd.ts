import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { CrowdOrder, CrowdReport } from './crowd.process.ts'

const PROCESS = fileURLToPath(new URL('./crowd.process.ts', import.meta.url))
const STREAM = '/api/stream?mode=spot'
const LOOK_EVERY_MS = 100

type Arrivals = { readonly count: number; readonly perSecond: number; readonly from?: string }

/** Controls thousands of readers of the stream in a separate process. */
export class Crowd {
  readonly #child: ChildProcess

  /** @param within words before the command, such as `nsenter` with its options. */
  constructor(within: readonly string[] = []) {
    const [program = '', ...args] = [...within, process.execPath]
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
    this.#child = fork(PROCESS, [], { execPath: program, execArgv: args, stdio: [...stdio] })
  }

  /** Opens `count` readers, `perSecond` of them a second; `from`: local address to connect from. */
  open(origin: string, { count, perSecond, from }: Arrivals): void {
    const door = { port: Number(new URL(origin).port), path: STREAM, from }
    this.#order({ kind: 'open', door, count, perSecond })
  }

  /** Report since the last one with `anew`, which resets the counts. */
  async report(anew = false): Promise<CrowdReport> {
    const told = once(this.#child, 'message')
    this.#order({ kind: 'report', anew })
    const [report] = (await told) as [CrowdReport]
    return report
  }

  /** Waits until `holds` accepts a report. */
  async until(holds: (report: CrowdReport) => boolean, withinMs: number): Promise<CrowdReport> {
    const end = performance.now() + withinMs
    for (;;) {
      const report = await this.report()
      if (holds(report)) return report
      if (performance.now() > end) throw new Error(`did not come true in time: ${JSON.stringify(report)}`)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }

  #order(order: CrowdOrder): void {
    this.#child.send(order)
  }
}
