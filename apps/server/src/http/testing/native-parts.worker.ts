import 'ws'
import { getCompileCacheDir } from 'node:module'
import { parentPort, resourceLimits } from 'node:worker_threads'
import type { EngineMessage } from '../../app/engine-protocol/messages.ts'

// Posts which native part of `ws` this process has, once `ws` is loaded, where compiled code is kept, and the thread's room.
const { sharedObjects } = process.report.getReport() as { readonly sharedObjects: readonly string[] }
const native = sharedObjects.find((path) => path.includes('bufferutil')) ?? 'none'
const json = JSON.stringify({ native, code: getCompileCacheDir(), young: resourceLimits.maxYoungGenerationSizeMb })
parentPort?.postMessage({ kind: 'lifetimes', requestId: 1, json } satisfies EngineMessage)
