import { parentPort, workerData } from 'node:worker_threads'
import type { ExchangeId } from '@makas/domain'
import type { Credentials } from './accounts/credentials.ts'
import { GUESTS } from './accounts/seeded-accounts.ts'
import { startSimulator } from './simulator.ts'

/** Start parameters of the thread. */
export interface SimulatorWorkerData {
  readonly seed: number
  readonly symbols: number
}

/** Posted once the simulator listens, on a free port of loopback. */
export interface SimulatorReady {
  readonly origin: string
  /** Keys of accounts that read and trade, to try out. */
  readonly accounts: Readonly<Record<ExchangeId, readonly Credentials[]>>
}

// The demo market has its own thread: its books must not share an event loop with their readers.
if (parentPort) {
  const { seed, symbols } = workerData as SimulatorWorkerData
  const simulator = await startSimulator({ seed, symbols, port: 0, isCalm: true })
  const guestsOf = (exchange: ExchangeId): Credentials[] =>
    GUESTS.map((name) => {
      const { apiKey, secret, passphrase } = simulator.account(exchange, name)
      return { apiKey, secret, passphrase }
    })
  const accounts = {
    binance: guestsOf('binance'),
    okx: guestsOf('okx'),
    bybit: guestsOf('bybit'),
    kraken: guestsOf('kraken'),
  }
  parentPort.postMessage({ origin: simulator.origin, accounts } satisfies SimulatorReady)
  // Keeps the thread alive; the server ends it by terminating the worker.
  parentPort.on('message', () => undefined)
}
