import { EXCHANGES, type ExchangeId } from '@makas/domain'
import type { KeyPlace, SealedKey } from '../../../app/ports/trading/key-vault.ts'
import { startSimulator } from '../../../simulator/index.ts'
import { makeKeyFile } from './key-file.ts'
import { materialOf, placeOf, startVault } from './vault.ts'

/**
 * A vault with the keys of one trading account at each simulated exchange, as demo accounts: the one environment that
 * all four exchanges have without real money.
 */
export async function startTraders() {
  const keyFile = makeKeyFile()
  const simulator = await startSimulator({ seed: 7, symbols: 6, port: 0, limits: false })
  const { vault } = startVault(keyFile.path, simulator.origin, undefined, () => simulator.origin)
  const placeIn = (exchange: ExchangeId): KeyPlace => ({
    ...placeOf(simulator.account(exchange, 'trader')),
    isDemo: true,
  })
  const sealed = new Map<ExchangeId, SealedKey>()
  for (const exchange of EXCHANGES) {
    const key = await vault.seal(placeIn(exchange), materialOf(simulator.account(exchange, 'trader')))
    if (key !== null) sealed.set(exchange, key)
  }
  return {
    simulator,
    vault,
    placeIn,
    keyOf: (exchange: ExchangeId) => sealed.get(exchange) as SealedKey,
    stop: async () => {
      vault.stop()
      keyFile.remove()
      await simulator.stop()
    },
  }
}
