import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../../app/ports/system/clock.ts'
import type { KeyMaterial, KeyPlace, KeyWorld } from '../../../app/ports/trading/key-vault.ts'
import { createSystemClock } from '../../system/system-clock.ts'
import { VaultProcess } from '../vault-process.ts'

const SCRIPT = fileURLToPath(new URL('../../../vault.process.ts', import.meta.url))

export type LoggedLine = { readonly level: string; readonly event: string; readonly data: unknown }

/** Starts the vault in its own process, as the server does, and collects its log. */
export function startVault(
  keyFile: string,
  exchangeOrigin: string,
  clock: Clock = createSystemClock(),
  demoOrigin: () => string | null = () => null,
): { vault: VaultProcess; lines: LoggedLine[]; forgetBans: () => void } {
  const lines: LoggedLine[] = []
  const dataDir = dirname(keyFile)
  const vault = new VaultProcess({
    script: SCRIPT,
    keyFile,
    exchangeOrigin,
    dataDir,
    demoOrigin,
    clock,
    log: (level, event, data) => lines.push({ level, event, data }),
  })
  // A ban outlasts its cause.
  const forgetBans = () => rmSync(join(dataDir, 'bans'), { recursive: true, force: true })
  return { vault, lines, forgetBans }
}

/** A simulated account's key as its owner types it in. */
type Account = KeyMaterial & { readonly exchange: KeyWorld['exchange']; readonly world: 'live' | 'test' }

export const worldOf = ({ exchange, world }: Account): KeyWorld => ({
  exchange,
  isTestnet: world === 'test',
  isDemo: false,
})
export const materialOf = ({ apiKey, secret, passphrase }: Account): KeyMaterial => ({ apiKey, secret, passphrase })
export const placeOf = (account: Account): KeyPlace => ({
  ...worldOf(account),
  recordId: 'q3Jx0q0c2m1fQf8v7V4b9A',
  userId: 'Zk3l0aXb1C2d3E4f5G6h7I',
})
