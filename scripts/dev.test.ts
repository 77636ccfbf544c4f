import { once } from 'node:events'
import { readFileSync, utimesSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseUrlOf, makeTestDatabase } from '../apps/server/src/adapters/storage/testing/test-database.ts'
import { ServerProcess } from '../apps/server/src/http/testing/server-process.ts'
import { SseReader } from '../apps/server/src/http/testing/sse-reader.ts'
import { eventually } from '../apps/server/src/http/testing/test-server.ts'
import { cookieOf, ELIF, send } from '../apps/server/src/http/testing/user-server.ts'
import { freePort } from './free-port.ts'
import { root } from './run-command.ts'

/** A bound against hanging, ms: server and site start within 5 s on a quiet machine. */
const WITHIN_MS = 100_000

/** Writes nothing: the new time alone makes a file changed. */
const touch = (path: string) => utimesSync(join(root, path), new Date(), new Date())

function startDev(settings: Record<string, string>): ServerProcess {
  const dev = new ServerProcess(settings, undefined, { command: [process.execPath, join(root, 'scripts/dev.ts')] })
  onTestFinished(async () => {
    dev.signal('SIGTERM')
    await dev.exit
  })
  return dev
}

test('npm run dev serves site and API at one address, and brings in changes', { timeout: 600_000 }, async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = {
    PORT: String(port),
    SIM_SYMBOLS: '4',
    DATABASE_URL: databaseUrlOf((await makeTestDatabase()).owner),
  }
  const dev = startDev(settings)
  const says = (line: string, times = 1) =>
    eventually(() => dev.stdout.split(line).length > times, WITHIN_MS).catch(() => {
      throw new Error(`not said: ${line}\n${dev.stdout}\n${dev.stderr}`)
    })
  const pid = (): number => JSON.parse(readFileSync(join(dev.dataDir, 'makas.lock'), 'utf8')).pid
  const get = (path: string) => fetch(origin + path, { headers: { accept: 'text/html' } })
  await says(`dev: open ${origin}`)
  expect(dev.stdout).not.toContain('Makas: http')

  // The site, as Vite serves it.
  for (const page of ['/', '/api-management', '/opportunities']) {
    expect(await (await get(page)).text()).toContain('src="/src/main.tsx')
  }
  const script = await get('/src/main.tsx')
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript'])

  // The API, with the server's own rules.
  const status = await get('/api/status')
  expect([status.status, await status.json()]).toMatchObject([200, { source: 'demo' }])
  expect(status.headers.get('content-security-policy')).toContain("default-src 'none'")
  const asked = await fetch(`${origin}/api/status`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' },
  })
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([405, null])

  // Logging in: the site's own page may renew the session, a page of another origin may not.
  // The database is up after the site.
  let cookie = ''
  await eventually(async () => {
    const registered = await send({ origin }, '/api/auth/register', ELIF)
    expect([201, 503]).toContain(registered.status)
    cookie = cookieOf(registered) ?? ''
    return registered.status === 201
  })
  const renew = (from: string) =>
    send({ origin }, '/api/auth/refresh', undefined, {
      method: 'POST',
      headers: { cookie, origin: from, 'x-makas-renewal': '1' },
    })
  expect((await renew('http://127.0.0.1:1')).status).toBe(403)
  expect((await renew(origin)).status).toBe(200)

  // The stream.
  const stream = new SseReader(origin)
  onTestFinished(() => stream.cut())
  await eventually(() => stream.events.length > 1, WITHIN_MS)
  expect(stream.headers['content-type']).toContain('text/event-stream')

  // A changed file of the site reaches the open page.
  const page = new WebSocket(`ws://127.0.0.1:${port}/`, 'vite-hmr')
  onTestFinished(() => page.close())
  const told: string[] = []
  page.addEventListener('message', ({ data }) => void told.push(String(data)))
  await eventually(() => told.some((text) => text.includes('connected')), WITHIN_MS)
  touch('apps/web/src/main.tsx')
  await eventually(() => told.some((text) => /"type":"(full-reload|update)"/.test(text)), WITHIN_MS)

  // A changed file of the server starts it anew.
  const first = pid()
  touch('apps/server/src/main.ts')
  await says('dev: the server runs again')
  const second = pid()
  expect(second).not.toBe(first)
  await eventually(() => stream.isEnded, WITHIN_MS)
  expect((await get('/api/status')).status).toBe(200)

  // A server that dies is told of, and leaves the site as it is.
  process.kill(second, 'SIGKILL')
  await says('dev: the server has ended (SIGKILL); it starts again with the next change of its code')
  expect([(await get('/')).status, (await get('/api/status')).status]).toEqual([200, 502])
  touch('packages/domain/src/index.ts')
  await says('dev: the server runs again', 2)
  expect((await get('/api/status')).status).toBe(200)

  // Ctrl-C ends all of it.
  const third = pid()
  dev.signal('SIGINT')
  expect(await dev.exit).toMatchObject({ code: 0 })
  expect(() => process.kill(third, 0)).toThrow('ESRCH')
  await expect(get('/')).rejects.toThrow()
})

test('npm run dev ends where the port is in use, and says so', { timeout: 300_000 }, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const dev = startDev({ PORT: String(port), SIM_SYMBOLS: '4' })
  expect(await dev.exit).toMatchObject({ code: 1, last: expect.stringContaining(`${port}`) })
  expect(dev.stdout).toContain('dev: Vite has ended (exit code 1)')
})
