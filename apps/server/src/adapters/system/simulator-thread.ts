import type { Worker } from 'node:worker_threads'
import type { DemoMarket } from '../../app/ports/market/demo-market.ts'

/** The part of the simulated exchanges' thread that is used here. */
export type SpawnedSimulator = Pick<Worker, 'once' | 'terminate'>

/** The simulated exchanges of the demo market, in a thread of their own. */
export class SimulatorThread {
  readonly #spawn: () => SpawnedSimulator
  #thread: SpawnedSimulator | null = null

  constructor(spawn: () => SpawnedSimulator) {
    this.#spawn = spawn
  }

  /** Starts the thread, if it does not run; `onReady` is called once it serves, and never after `end`. */
  start(onReady: (market: DemoMarket) => void): void {
    if (this.#thread !== null) return
    const thread = this.#spawn()
    this.#thread = thread
    thread.once('message', (market: DemoMarket) => {
      if (this.#thread === thread) onReady(market)
    })
    // A simulator that fails takes the engine with it: the HTTP thread starts both again.
    thread.once('error', (error) => {
      if (this.#thread === thread) throw error
    })
  }

  /** Ends the thread, also one that does not serve yet. */
  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }
}
