// Loaded before anything else into the product's processes and threads (`--import`). Every five seconds, each of them
// writes the sizes of its heap, its WebAssembly memories and its buffers into a file of its own, in the folder that the
// address of this module names.
import { readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'

/** What one isolate holds, in bytes; `tid`: its thread as the system numbers it, `pid`: the process. */
export type IsolateReport = {
  readonly pid: number
  readonly tid: number
  readonly script: string
  readonly heapUsed: number
  /** Heap taken from the system, young generation included. */
  readonly heap: number
  /** The part of the heap for young objects. */
  readonly young: number
  readonly wasm: number
  /** Memory outside the heap that its objects hold, WebAssembly's included. */
  readonly external: number
  readonly arrayBuffers: number
}

const EVERY_MS = 5_000

const folder = new URL(import.meta.url).searchParams.get('folder')
if (folder === null) throw new Error('the address of this module names no folder')
/** Threads and processes are started with an environment of their own, so each is told to load this module too. */
const options = `--import=${import.meta.url}`

const own = createRequire(import.meta.url)
const threads = own('node:worker_threads') as { Worker: typeof import('node:worker_threads').Worker }
const processes = own('node:child_process') as { fork: typeof import('node:child_process').fork }
const { Worker } = threads
threads.Worker = class extends Worker {
  constructor(script: string | URL, given: ConstructorParameters<typeof Worker>[1] = {}) {
    const { env } = given
    super(script, typeof env === 'object' ? { ...given, env: { ...env, NODE_OPTIONS: options } } : given)
  }
}
const { fork } = processes
processes.fork = ((script: string, args: readonly string[], given: { readonly env?: NodeJS.ProcessEnv }) =>
  fork(script, args, { ...given, env: { ...(given.env ?? process.env), NODE_OPTIONS: options } })) as typeof fork
syncBuiltinESMExports()

/** The memories of the modules that were started since; a memory lives as long as its thread. */
const memories: WebAssembly.Memory[] = []
const { Instance } = WebAssembly
WebAssembly.Instance = new Proxy(Instance, {
  construct(target, args, made) {
    const instance = Reflect.construct(target, args, made) as WebAssembly.Instance
    for (const one of Object.values(instance.exports)) if (one instanceof WebAssembly.Memory) memories.push(one)
    return instance
  },
})

const [pid = 0, , tid = 0] = readlinkSync('/proc/thread-self').split('/').map(Number)
const path = `${folder}/${pid}-${tid}`

function report(): void {
  const { used_heap_size, total_heap_size, external_memory } = getHeapStatistics()
  const told: IsolateReport = {
    pid,
    tid,
    script: basename(process.argv[1] ?? ''),
    heapUsed: used_heap_size,
    heap: total_heap_size,
    young: getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0,
    wasm: memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
    external: external_memory,
    arrayBuffers: process.memoryUsage().arrayBuffers,
  }
  writeFileSync(`${path}.new`, JSON.stringify(told))
  renameSync(`${path}.new`, `${path}.json`)
}
report()
setInterval(report, EVERY_MS).unref()
