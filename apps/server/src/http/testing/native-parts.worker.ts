import 'ws'
import { parentPort } from 'node:worker_threads'
import type { EngineMessage } from '../../app/engine-protocol/messages.ts'

// Posts which native part of `ws` this process has, once `ws` is loaded.
const { sharedObjects } = process.report.getReport() as { readonly sharedObjects: readonly string[] }
const native = sharedObjects.find((path) => path.includes('bufferutil')) ?? 'none'
parentPort?.postMessage({ kind: 'lifetimes', requestId: 1, json: `native: ${native}` } satisfies EngineMessage)
