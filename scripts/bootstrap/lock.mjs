// One bootstrap at a time: two at once leave node_modules half removed.
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { root, say } from './place.mjs'

// Beside node_modules, not inside it: `npm ci` begins by removing that folder.
const lockPath = join(root, '.bootstrap.lock')
let holdsLock = false

/**
 * Start time of a process, in clock ticks since boot: the pid alone may belong to another process by now. Empty where
 * /proc is missing; there the pid must suffice.
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive({ pid, start }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  return start === '' || startOf(pid) === start
}

function readOwners(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined // gone, or its owner is between creating and writing it
  }
}

/** Adds a child as owner: an npm that outlives a killed bootstrap is still rewriting node_modules. */
export function shareLock(child) {
  const owners = [process.pid, child]
  const text = JSON.stringify(owners.map((pid) => ({ pid, start: startOf(pid) })))
  const next = `${lockPath}.${process.pid}`
  writeFileSync(next, text)
  renameSync(next, lockPath)
}

function tryLock() {
  try {
    const file = openSync(lockPath, 'wx')
    writeSync(file, JSON.stringify([{ pid: process.pid, start: startOf(process.pid) }]))
    closeSync(file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** Moves the lock of a dead owner away; puts it back if another bootstrap has taken it by then. */
function clearDeadLock() {
  const owners = readOwners(lockPath)
  if (owners === undefined || owners.some(isAlive)) return
  const aside = `${lockPath}.dead.${process.pid}`
  try {
    renameSync(lockPath, aside)
  } catch {
    return // another waiter was quicker
  }
  const moved = readOwners(aside)
  if (moved === undefined || moved.some(isAlive)) {
    try {
      linkSync(aside, lockPath)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
  rmSync(aside, { force: true })
}

/** Waits until no other bootstrap works in this clone. */
export async function lock() {
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
  let unreadableFor = 0
  for (let waited = 0; !tryLock(); waited += 250) {
    if (waited % 5000 === 0) say(`another start is preparing this folder, waiting (${waited / 1000} s)`)
    clearDeadLock()
    // A lock that stays unreadable belongs to a process that died between creating and writing it.
    unreadableFor = existsSync(lockPath) && readOwners(lockPath) === undefined ? unreadableFor + 250 : 0
    if (unreadableFor >= 3000) rmSync(lockPath, { force: true })
    await sleep(250)
  }
  holdsLock = true
}

/** Releases the lock; harmless when it was never taken. */
export function unlock() {
  if (holdsLock) rmSync(lockPath, { force: true })
  holdsLock = false
}
