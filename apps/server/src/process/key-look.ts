import { readFileSync } from 'node:fs'
import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { z } from 'zod'
import { VaultProcess } from '../adapters/vault/vault-process.ts'
import { mayMoveMoneyOut } from '../app/api-keys/key-verdict.ts'
import type { KeyFindings } from '../app/doctor/findings.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import { isSecretFile, parseJson } from '../config/config-checks.ts'
import { VAULT } from './places.ts'

const text = z.string().min(1)
const GivenKey = z.strictObject({
  exchange: z.enum(EXCHANGES),
  apiKey: text,
  secret: text,
  passphrase: text.nullable().default(null),
  isTestnet: z.boolean().default(false),
})
const GivenKeys = z.union([GivenKey.transform((key) => [key]), z.array(GivenKey)])
type GivenKey = z.infer<typeof GivenKey>

/** Reads the keys of a file that nobody else may read; the sentence that refuses the file otherwise. */
export function readKeyFile(path: string): readonly GivenKey[] | string {
  if (!isSecretFile(path)) return `${path}: must be a readable file of mode 0600`
  const read = GivenKeys.safeParse(parseJson(readFileSync(path, 'utf8')))
  // The message of a schema could quote the file.
  if (!read.success)
    return `${path}: must hold {"exchange", "apiKey", "secret", "passphrase"?, "isTestnet"?}, or a list of these`
  const twice = read.data.find(({ exchange }, at) => read.data.findIndex((one) => one.exchange === exchange) !== at)
  return twice === undefined ? read.data : `${path}: has two keys of ${twice.exchange}`
}

/**
 * Asks exchanges what keys may do, in the vault's process, by its reading calls; no key is kept. It obeys bans that the
 * server of `dataDir` knows, and notes bans that an exchange tells there.
 */
export function keyLook(keys: readonly GivenKey[], origin: string | null, dataDir: string, clock: Clock) {
  // These questions open no stored key, so they need no key file.
  const settings = { script: VAULT, keyFile: '', exchangeOrigin: origin, dataDir }
  const vault = new VaultProcess({ ...settings, clock, log: () => undefined })
  return {
    async of(exchange: ExchangeId): Promise<KeyFindings | null> {
      const key = keys.find((one) => one.exchange === exchange)
      if (key === undefined) return null
      const { apiKey, secret, passphrase, isTestnet } = key
      const world = { exchange, isTestnet, isDemo: false }
      const answer = await vault.ask(world, { apiKey, secret, passphrase }, 'operator')
      if (answer.kind !== 'read') return answer
      const { permissions, balances, fees } = answer
      return {
        kind: 'read',
        permissions,
        mayMoveMoneyOut: mayMoveMoneyOut(world, permissions),
        assets: balances.kind === 'read' ? balances.value.trading.length : null,
        fees: fees.kind === 'read' ? fees.value : null,
      }
    },
    stop: () => vault.stop(),
  }
}
