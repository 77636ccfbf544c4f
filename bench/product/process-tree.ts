import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** A thread of a process and the processor time that it has had, ms. */
type ThreadTime = { readonly pid: number; readonly tid: number; readonly comm: string; readonly ms: number }

/** Resident memory of a process, MiB; `pss` divides shared memory among the processes that share it. */
export type ProcessMemory = {
  readonly pid: number
  readonly name: string
  readonly pss: number
  readonly rss: number
}

const NS_PER_MS = 1e6
const KB_PER_MIB = 1024

/** A process and all that it started, directly or not, by what the system knows now (Linux). */
export function processTree(root: number): readonly number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** Processor time of every thread of a process; none where the process has ended. */
export function threadTimes(pid: number): readonly ThreadTime[] {
  const threads = orGone(() => readdirSync(`/proc/${pid}/task`)) ?? []
  return threads.flatMap((tid) => {
    const ms = orGone(() => threadMs(pid, Number(tid)))
    const comm = orGone(() => readFileSync(`/proc/${pid}/task/${tid}/comm`, 'utf8').trim())
    return ms === null || comm === null ? [] : [{ pid, tid: Number(tid), comm, ms }]
  })
}

/** Processor time of one thread, ms. */
export function threadMs(pid: number, tid: number): number {
  const [ns = ''] = readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ')
  return Number(ns) / NS_PER_MS
}

/** Memory of a process; null where it has ended. */
export function processMemory(pid: number): ProcessMemory | null {
  return orGone(() => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const mib = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / KB_PER_MIB
    return { pid, name: nameOf(pid), pss: mib('Pss'), rss: mib('Rss') }
  })
}

/** The script that a process of Node runs; the own name of any other process. */
function nameOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  const script = words.find((word) => word.endsWith('.ts'))
  const [title = ''] = words
  return script === undefined ? (/^[\w]+: .*$/.exec(title.trim())?.[0] ?? basename(title)) : basename(script)
}

function parentOf(pid: number): number | null {
  return orGone(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  })
}

/** The result of `read`, or null where process or thread has ended. */
function orGone<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}
