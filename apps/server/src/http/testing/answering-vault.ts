import type { KeyRing } from '../../adapters/system/keys/key-ring.ts'
import { sealKey } from '../../adapters/vault/inside/envelope.ts'
import type { CallFailure, KeyReading, KeyVault } from '../../app/ports/trading/key-vault.ts'

/** A vault whose exchanges answer for every key: `answer` (left out: `reading`), and the balances of `reading`. */
export const answeringVault = (
  reading: KeyReading,
  keys: () => KeyRing,
  answer: () => KeyReading | CallFailure = () => reading,
): KeyVault => ({
  isWorking: true,
  ask: async () => answer(),
  askStored: async () => answer(),
  balances: async () => reading.balances,
  prepareOrder: async () => ({ kind: 'ready' }),
  holdings: async (...[, , legs]) => ({ kind: 'read', value: legs.map(() => '0') }),
  seal: async (place, material) => sealKey(place, material, keys().sealing(0)),
})
