import { randomBytes } from 'node:crypto'
import type { ExchangeId } from '@makas/domain'
import { keyStore } from '../../../adapters/storage/keys/key-store.ts'
import { makeTestDatabase } from '../../../adapters/storage/testing/test-database.ts'
import { createSystemClock } from '../../../adapters/system/system-clock.ts'
import { makeKeyFile } from '../../../adapters/vault/testing/key-file.ts'
import { materialOf, startVault, worldOf } from '../../../adapters/vault/testing/vault.ts'
import { startSimulator } from '../../../simulator/index.ts'
import { addKey } from '../add-key.ts'
import type { KeyCaller, KeyParts } from '../key-parts.ts'
import { NO_DEMO } from './no-demo.ts'

export type KeyFixture = Awaited<ReturnType<typeof startKeyFixture>>

/** The use cases of exchange keys with a real database, the vault in its process, and simulated exchanges. */
export async function startKeyFixture(seed: number, alarm: KeyParts['alarm'] = () => undefined) {
  const simulator = await startSimulator({ seed, symbols: 4, port: 0, limits: false })
  const keyFile = makeKeyFile()
  const { vault, lines, forgetBans } = startVault(keyFile.path, simulator.origin)
  const storage = await makeTestDatabase()
  const system = createSystemClock()
  /** `aheadMs`: how far the use cases' clock is ahead of the machine's. */
  const clock = { aheadMs: 0, now: () => system.now() + clock.aheadMs, after: system.after }
  const parts: KeyParts = {
    store: keyStore(() => storage.database),
    vault,
    clock,
    demo: NO_DEMO,
    newId: () => randomBytes(16).toString('base64url'),
    alarm,
  }
  /** Adds the key of a simulated account. */
  const add = (by: KeyCaller, exchange: ExchangeId, account: string) => {
    const one = simulator.account(exchange, account)
    return addKey(parts, by, worldOf(one), materialOf(one))
  }
  return {
    simulator,
    keyFile,
    vault,
    /** What the vault logged. */
    lines,
    storage,
    clock,
    parts,
    add,
    /** Adds the key of a simulated account; returns the connection's id. */
    async added(by: KeyCaller, exchange: ExchangeId, account = 'trader'): Promise<string> {
      const result = await add(by, exchange, account)
      if (result.kind !== 'added') throw new Error(`${exchange} ${account}: ${result.kind}`)
      return result.key.recordId
    },
    /** Ends the exchanges' faults and bans, and sets the clock right. */
    reset() {
      forgetBans()
      simulator.clearFaults()
      clock.aheadMs = 0
    },
    async stop() {
      vault.stop()
      keyFile.remove()
      await simulator.stop()
    },
  }
}
