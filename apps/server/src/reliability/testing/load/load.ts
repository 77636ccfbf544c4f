import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load.process.ts'

const PROCESS = fileURLToPath(new URL('./load.process.ts', import.meta.url))

/** Makes calls from a separate process. */
export class Caller {
  readonly #child: ChildProcess = fork(PROCESS, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

  async load(load: Load): Promise<LoadResult> {
    const told = once(this.#child, 'message')
    this.#child.send(load)
    const [result] = (await told) as [LoadResult]
    return result
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }
}
