import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSimulator } from '../simulator/index.ts'
import { SIGNERS, send } from '../simulator/testing/signed-fetch.ts'

const COMMAND = join(import.meta.dirname, 'simulator.ts')

/** Runs the command until it has printed everything; `stop` ends it. */
function run(...args: string[]): Promise<{ told: string; stop: () => void }> {
  const child = spawn(process.execPath, [COMMAND, '--port', '0', '--symbols', '1', ...args])
  let told = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      told += part.toString()
      if (told.includes('To use it')) resolve({ told, stop: () => child.kill() })
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${told}`)))
  })
}

test('prints the accounts of its seed, of which the usual accounts suffice at first, and their keys work', async () => {
  const twin = await startSimulator({ seed: 8, symbols: 1, port: 0 })
  await twin.stop()
  const [few, all] = await Promise.all([run('--seed', '8'), run('--seed', '8', '--accounts')])
  try {
    for (const { name, apiKey, secret, passphrase } of twin.accounts) {
      const parts = [apiKey, secret, ...(passphrase === null ? [] : [passphrase])]
      for (const part of parts) {
        expect(all.told).toContain(part)
        expect(few.told.includes(part)).toBe(name === 'trader' || name === 'tester')
      }
    }
    const origin = /at (http:\S+)/.exec(few.told)?.[1] ?? ''
    const asked = SIGNERS.bybit(twin.account('bybit', 'trader'), '/v5/user/query-api')
    expect((await send(origin, 'bybit', asked)).body).toMatchObject({ retCode: 0, result: { readOnly: 0 } })
  } finally {
    few.stop()
    all.stop()
  }
})
