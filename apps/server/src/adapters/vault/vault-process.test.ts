import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Simulator, startSimulator } from '../../simulator/index.ts'
import { makeKeyFile } from './testing/key-file.ts'
import { materialOf, placeOf, startVault, worldOf } from './testing/vault.ts'

let simulator: Simulator
const keyFile = makeKeyFile()
beforeAll(async () => {
  simulator = await startSimulator({ seed: 3, symbols: 2, port: 0, limits: false })
})
afterAll(async () => {
  keyFile.remove()
  await simulator.stop()
})

const SCRIPT = fileURLToPath(new URL('../../vault.process.ts', import.meta.url))
/** Process ids of the vaults that `parent` started. */
function vaultsOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const isVault = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(SCRIPT)
        return isVault && Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}
const pidOfVault = () => vaultsOf(process.pid).at(-1) ?? 0

async function gone(pid: number): Promise<boolean> {
  for (let n = 0; n < 12_000; n++) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

const trader = () => simulator.account('okx', 'trader')

test('[SEC-42] it starts with the first question, and is given neither environment nor arguments', async () => {
  const { vault, lines } = startVault(keyFile.path, simulator.origin)
  expect(vaultsOf(process.pid)).toEqual([])
  const account = trader()
  expect((await vault.ask(worldOf(account), materialOf(account), 'user')).kind).toBe('read')
  const pid = pidOfVault()
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
  expect(environment.filter((line) => !line.startsWith('NODE_CHANNEL_'))).toEqual([])
  const command = execFileSync('ps', ['-o', 'args=', '-p', String(pid)]).toString()
  for (const secret of [account.secret, account.apiKey, keyFile.path]) expect(command).not.toContain(secret)
  vault.stop()
  expect(await gone(pid)).toBe(true)
  expect(lines).toEqual([])
})

test('[SEC-42] what comes back of a sealed key is what the exchange says, and nothing of the key', async () => {
  const { vault } = startVault(keyFile.path, simulator.origin)
  const account = trader()
  const sealed = await vault.seal(placeOf(account), materialOf(account))
  if (sealed === null) throw new Error('not sealed')
  const answer = await vault.askStored(placeOf(account), sealed)
  expect(answer.kind).toBe('read')
  const seen = JSON.stringify([sealed, answer])
  for (const secret of [account.apiKey, account.secret, account.passphrase ?? ''])
    for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
      expect(seen.includes(form)).toBe(false)
  expect(await vault.askStored({ ...placeOf(account), userId: 'another' }, sealed)).toEqual({ kind: 'unopened' })
  vault.stop()
})

test('a vault that dies is told of, waiting calls learn that nothing is known, and the next question starts another', async () => {
  const { vault, lines } = startVault(keyFile.path, simulator.origin)
  const account = trader()
  const ask = () => vault.ask(worldOf(account), materialOf(account), 'user')
  await ask()
  const first = pidOfVault()
  const end = simulator.script({ kind: 'slow-rest', exchange: 'okx', ms: 3_000 })
  const waiting = Promise.all([ask(), ask()])
  await new Promise((resolve) => setTimeout(resolve, 100))
  process.kill(first, 'SIGKILL')
  const unknown = { kind: 'unreachable', why: 'vault' }
  expect(await waiting).toEqual([unknown, unknown])
  expect(vault.isWorking).toBe(false)
  end()
  expect((await ask()).kind).toBe('read')
  expect(pidOfVault()).not.toBe(first)
  expect(vault.isWorking).toBe(true)
  expect(lines).toEqual([{ level: 'error', event: 'vault-ended', data: { code: null, signal: 'SIGKILL' } }])
  vault.stop()
})

test('a vault that hangs is ended when it does not even hear, a vault that only waits for an exchange is not', async () => {
  const timers = new Map<() => void, number>()
  const after = (ms: number, run: () => void) => {
    timers.set(run, ms)
    return { cancel: () => timers.delete(run) }
  }
  const { vault, lines } = startVault(keyFile.path, simulator.origin, { now: () => Date.parse('2026-11-20'), after })
  const ask = () => vault.ask(worldOf(trader()), materialOf(trader()), 'user')
  const runOut = (ms: number) => {
    for (const [run, after] of [...timers]) if (after === ms) run()
  }
  const hearings = () => [...timers.values()].filter((ms) => ms === 2_000).length
  const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 120_000, interval: 10 })
  await ask()
  const first = pidOfVault()
  const end = simulator.script({ kind: 'slow-rest', exchange: 'okx', ms: 3_000 })
  const slow = Promise.all([ask(), ask()])
  runOut(28_000)
  expect(await slow).toEqual(Array(2).fill({ kind: 'unreachable', why: 'vault' }))
  await until(() => hearings() === 0)
  end()
  expect((await ask()).kind).toBe('read')
  expect([pidOfVault(), lines]).toEqual([first, []])

  process.kill(first, 'SIGSTOP')
  const hung = Promise.all([ask(), ask()])
  runOut(28_000)
  await hung
  expect(hearings()).toBe(1)
  runOut(2_000)
  await until(() => lines.length === 2)
  expect(lines.map(({ event }) => event)).toEqual(['vault-hung', 'vault-ended'])
  expect(vault.isWorking).toBe(false)
  expect((await ask()).kind).toBe('read')
  expect(pidOfVault()).not.toBe(first)
  vault.stop()
})

test('a vault that nobody needed for ten minutes is ended without a word, and comes back with the next question', async () => {
  const timers = new Map<() => void, number>()
  const after = (ms: number, run: () => void) => {
    timers.set(run, ms)
    return { cancel: () => timers.delete(run) }
  }
  const { vault, lines } = startVault(keyFile.path, simulator.origin, { now: () => Date.parse('2026-11-20'), after })
  const seal = () => vault.seal(placeOf(trader()), materialOf(trader()))
  await seal()
  await seal()
  const pid = pidOfVault()
  // A later request restarts the ten minutes: there is one timer.
  expect([...timers.values()]).toEqual([600_000])
  const waiting = seal()
  for (const [run, ms] of timers) if (ms === 600_000) run()
  // A waiting request is still answered.
  expect(await waiting).not.toBeNull()
  expect(vaultsOf(process.pid)).toContain(pid)
  for (const run of timers.keys()) run()
  expect(await gone(pid)).toBe(true)
  expect(vault.isWorking).toBe(true)
  expect(await seal()).not.toBeNull()
  expect(pidOfVault()).not.toBe(pid)
  expect(lines).toEqual([])
  vault.stop()
})

test('it ends with the server, however that ends', async () => {
  const start = `
    const { VaultProcess } = await import(${JSON.stringify(new URL('./vault-process.ts', import.meta.url).href)})
    const clock = { now: () => 0, after: (ms, run) => { const t = setTimeout(run, ms); return { cancel: () => clearTimeout(t) } } }
    const vault = new VaultProcess({ script: ${JSON.stringify(SCRIPT)}, keyFile: ${JSON.stringify(keyFile.path)},
      exchangeOrigin: null, clock, log: () => undefined })
    await vault.seal({ exchange: 'okx', isTestnet: false, isDemo: false, recordId: 'r', userId: 'u' },
      { apiKey: 'a', secret: 'b', passphrase: null })
    console.log('sealed')`
  const server = spawn(process.execPath, ['--input-type=module', '-e', start], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => server.stdout.once('data', resolve))
  const [pid = 0] = vaultsOf(server.pid ?? 0)
  expect(pid).toBeGreaterThan(0)
  server.kill('SIGKILL')
  expect(await gone(pid)).toBe(true)
})

test('[SEC-15] without its key file, or with a file that others can read, nothing is sealed, and the log names no secret', async () => {
  const own = makeKeyFile()
  const { vault, lines } = startVault(own.path, simulator.origin)
  const account = trader()
  const seal = () => vault.seal(placeOf(account), materialOf(account))
  expect(await seal()).not.toBeNull()
  chmodSync(own.path, 0o644)
  expect(await seal()).toBeNull()
  own.remove()
  expect(await seal()).toBeNull()
  expect(vault.isWorking).toBe(false)
  const failed = { level: 'error', event: 'vault-failed', data: { request: 'seal', error: 'KeyRefusal' } }
  expect(lines).toEqual([failed, { ...failed, data: { request: 'seal', error: expect.any(String) } }])
  vault.stop()
})

test('[SEC-55] an exchange that does not answer is given up in time, and no more than it can bear is asked at once', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const { vault } = startVault(keyFile.path, `http://127.0.0.1:${port}`)
  const account = trader()
  const answers = await Promise.all(
    Array.from({ length: 38 }, async (_, n) => {
      const answer = await vault.ask(worldOf(account), materialOf(account), 'user')
      // The first requests wait for the exchange; further ones are refused while those wait.
      if (n >= 36) vault.stop()
      return answer.kind === 'unreachable' ? answer.why : answer.kind
    }),
  )
  expect(new Set(answers)).toEqual(new Set(['busy', 'vault']))
  expect(answers.filter((one) => one === 'vault').length).toBeGreaterThan(30)
  silent.close()
})
