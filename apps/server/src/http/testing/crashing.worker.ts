import { parentPort, workerData } from 'node:worker_threads'

// Posts one message, then ends in the way that the test asks for.
parentPort?.postMessage({ kind: 'lifetimes', requestId: 1, json: String(workerData) })
if (workerData === 'throw') throw new Error('planted')
if (workerData === 'reject') void Promise.reject(new Error('planted rejection'))
if (workerData === 'exit') process.exit(3)
