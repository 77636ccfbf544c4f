// Makes a clone ready to run: dependencies, the site's bundle (--build), a browser for the tests (--browser). With
// --finish it installs nothing and only completes what npm itself was told to install (Dockerfile).
// It runs before anything is installed, on the machine's own Node (20 or newer): built-ins only, here and in
// bootstrap/.
import { browser } from './bootstrap/browser.mjs'
import { build } from './bootstrap/build.mjs'
import { finishModules, install } from './bootstrap/install.mjs'
import { lock, unlock } from './bootstrap/lock.mjs'
import { Refusal, say } from './bootstrap/place.mjs'

const OLDEST_NODE = 20
const OWN_NODE = 24

async function main() {
  const major = Number.parseInt(process.versions.node, 10)
  if (major < OLDEST_NODE) throw new Refusal(`Node ${OLDEST_NODE} or newer is needed, this is ${process.version}`)
  if (process.platform === 'win32') throw new Refusal('on Windows use WSL: the commands need a POSIX shell')
  if (process.platform === 'darwin' && major < OWN_NODE) {
    throw new Refusal(`on macOS Node ${OWN_NODE} or newer is needed, this is ${process.version}`)
  }
  await lock()
  try {
    if (process.argv.includes('--finish')) return finishModules()
    await install()
    if (process.argv.includes('--build')) await build()
    if (process.argv.includes('--browser')) await browser()
  } finally {
    unlock()
  }
}

main().catch((error) => {
  unlock()
  say(error instanceof Refusal ? error.message : (error.stack ?? String(error)))
  process.exit(1)
})
