import { parentPort, workerData } from 'node:worker_threads'
import { startSimulator } from './simulator.ts'

/** What the thread is started with. */
export interface SimulatorWorkerData {
  readonly seed: number
  readonly symbols: number
}

/** What it posts once it listens; it takes a free port on loopback. */
export interface SimulatorReady {
  readonly origin: string
}

// The demo market in a thread of its own: its books must not share a loop with those who read them.
if (parentPort) {
  const { seed, symbols } = workerData as SimulatorWorkerData
  const simulator = await startSimulator({ seed, symbols, port: 0 })
  parentPort.postMessage({ origin: simulator.origin } satisfies SimulatorReady)
  // Keeps the thread alive; the server ends it by terminating the worker.
  parentPort.on('message', () => undefined)
}
