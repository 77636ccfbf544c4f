import { parentPort, workerData } from 'node:worker_threads'
import { createSystemClock } from '../../system/system-clock.ts'
import { PostedBus } from '../posted-bus.ts'

/** A member of the bus in a thread of its own: says back what it is asked, and publishes what it was asked last. */
const bus = new PostedBus({ port: workerData, clock: createSystemClock(), log: () => undefined })
let count = 0
bus.serve('echo', async (bytes) => {
  bus.publishState('asked', { epoch: 0, count: ++count }, bytes.slice())
  return bytes
})
parentPort?.postMessage('serving')
parentPort?.once('message', () => void bus.stop())
