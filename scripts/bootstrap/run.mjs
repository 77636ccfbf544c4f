// Children of the start-up: a signal to the start-up is passed on to them, and the start-up ends after them.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { shareLock, unlock } from './lock.mjs'
import { Refusal, root } from './place.mjs'

const GRACE_MS = 3000

/** @type {import('node:child_process').ChildProcess | undefined} */
let running
/** @type {NodeJS.Signals | undefined} */
let stopping

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // Ctrl-C arrives twice (from the terminal and from npm), so this listener stays.
  process.on(signal, () => {
    stopping ??= signal
    if (running) stop(running, signal)
    else {
      unlock()
      process.exit(128 + constants.signals[signal])
    }
  })
}

/**
 * Signals a child, and kills it after the grace: npm finishes its present step before it heeds a signal. No stamp is
 * written, so the next start repeats the work.
 */
function stop(child, signal) {
  child.kill(signal)
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
}

/** Runs a child to its end; its standard output is sent to standard error unless it is collected. */
export function run(command, args, { env = process.env, cwd = root, collect = false } = {}) {
  return new Promise((done, refuse) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', collect ? 'pipe' : process.stderr, 'inherit'] })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    running = child
    child.once('error', (error) => refuse(new Refusal(`cannot run ${command}: ${error.message}`)))
    child.once('close', (code, signal) => {
      running = undefined
      if (stopping) {
        unlock()
        process.exit(128 + constants.signals[stopping])
      }
      if (code === 0) done(output)
      else refuse(new Refusal(`${command} ${args[0]} ended with ${signal ?? `exit code ${code}`}`))
    })
    if (child.pid !== undefined) shareLock(child.pid)
  })
}
