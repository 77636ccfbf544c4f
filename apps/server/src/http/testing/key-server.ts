import { makeKeyFile } from '../../adapters/vault/testing/key-file.ts'
import { type LoggedLine, startVault } from '../../adapters/vault/testing/vault.ts'
import type { VaultProcess } from '../../adapters/vault/vault-process.ts'
import { type Simulator, startSimulator } from '../../simulator/index.ts'
import { type AccountServer, startAccountServer } from './account-server.ts'

export type KeyServer = AccountServer & {
  readonly simulator: Simulator
  readonly vault: VaultProcess
  /** What was logged of the vault. */
  readonly vaultLines: readonly LoggedLine[]
}

/** A real server with accounts and a vault, before simulated exchanges. */
export async function startKeyServer(rateLimitScale: number): Promise<KeyServer> {
  const simulator = await startSimulator({ seed: 21, symbols: 4, port: 0, limits: false })
  const keyFile = makeKeyFile()
  const { vault, lines: vaultLines } = startVault(keyFile.path, simulator.origin)
  const started = await startAccountServer({ rateLimitScale, vault })
  const { stop } = started
  return Object.assign(started, {
    simulator,
    vault,
    vaultLines,
    stop: async () => {
      await stop()
      vault.stop()
      keyFile.remove()
      await simulator.stop()
    },
  })
}
