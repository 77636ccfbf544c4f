import { parentPort, workerData } from 'node:worker_threads'
import { createSystemClock } from '../../system/system-clock.ts'
import { PostedBus } from '../posted-bus.ts'

/** A member of the bus in its own thread: answers each question with its own bytes, and publishes them. */
const bus = new PostedBus({ port: workerData, clock: createSystemClock(), log: () => undefined })
let count = 0
bus.serve('echo', async (bytes) => {
  bus.publishState('asked', { epoch: 0, count: ++count }, bytes.slice())
  return bytes
})
parentPort?.postMessage('serving')
parentPort?.once('message', () => void bus.stop())
