// `npm run dev`: the server, which restarts whenever its code changes, behind Vite's server of the site, which brings
// changed code into the open page. Nothing is built.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { KeptServer } from './dev/kept-server.ts'
import { watchFolders } from './dev/watch-folders.ts'
import { freePort } from './free-port.ts'
import { root } from './run-command.ts'

/** Folders that the server runs and reads. */
const SOURCES = ['apps/server/src', 'apps/server/content', 'packages/domain/src', 'packages/contract/src']
const IS_SOURCE = /\.(ts|js|json|md|sql|wasm)$/
const IS_OF_TESTS = /\.test\.ts$|\/testing\//
/** An editor, or git, writes several files at once. The server restarts this long after the last file, ms. */
const SETTLED_MS = 150
const ASK_AGAIN_MS = 200

const say = (line: string) => console.log(`dev: ${line}`)
const port = process.env.PORT || '3000'
const site = `http://127.0.0.1:${port}`
const api = await freePort()

let isStopping = false
let isReachable = false

const server = new KeptServer({
  // With the site's address as its public address, the server accepts the site's calls as its own, and prints links
  // that lead there.
  env: {
    MARKET: process.env.MARKET || 'demo',
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    HOST: '127.0.0.1',
    PORT: String(api),
    PUBLIC_ORIGIN: site,
  },
  listens: () => {
    if (isReachable) say('the server runs again')
    else void tellAddress()
  },
  say,
})

const vite = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vite/bin/vite.js'),
    ...['--host', '127.0.0.1', '--port', port, '--strictPort', '--logLevel', 'warn', '--clearScreen', 'false'],
  ],
  {
    cwd: join(root, 'apps/web'),
    env: { ...process.env, API_ORIGIN: `http://127.0.0.1:${api}` },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
const viteEnded = once(vite, 'close')
void viteEnded.then(([code, signal]) => {
  if (isStopping) return
  say(`Vite has ended (${signal ?? `exit code ${code}`})`)
  process.exitCode = 1
  return stop()
})

let settling: NodeJS.Timeout | undefined
const unwatch = watchFolders(
  SOURCES.map((folder) => join(root, folder)),
  (path) => {
    if (!IS_SOURCE.test(path) || IS_OF_TESTS.test(path)) return
    clearTimeout(settling)
    settling = setTimeout(() => server.renew(), SETTLED_MS)
  },
)

// The terminal sends Ctrl-C to the children too; both take the second signal for an echo of the first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  unwatch()
  clearTimeout(settling)
  vite.kill('SIGTERM')
  await Promise.all([server.stop(), viteEnded])
  process.exit()
}

/** Prints the address as soon as the site's server passes calls on. */
async function tellAddress(): Promise<void> {
  while (!isReachable && !isStopping) {
    isReachable = await fetch(`${site}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isReachable) await delay(ASK_AGAIN_MS)
  }
  if (!isStopping) say(`open ${site}`)
}
