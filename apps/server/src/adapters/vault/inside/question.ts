import type {
  CallFailure,
  KeyBalances,
  KeyMaterial,
  KeyPermissions,
  KeyReading,
  KeyWorld,
  Part,
} from '../../../app/ports/trading/key-vault.ts'
import { part, refused } from './account-api.ts'
import type { Askers } from './askers.ts'

/** Reads accounts of exchanges, each with one key. */
export class Questions {
  readonly #askers: Askers

  constructor(askers: Askers) {
    this.#askers = askers
  }

  async ask(world: KeyWorld, material: KeyMaterial): Promise<KeyReading | CallFailure> {
    if (world.exchange === 'kraken' && world.isTestnet) return refused('environment')
    const { api, ask } = this.#askers.of(world, material, true)
    const asked = await part(api.permissions(ask, world))
    if (asked.kind !== 'read') return asked
    const permissions: KeyPermissions = asked.value
    const mayRead = permissions.read !== false
    return {
      kind: 'read',
      permissions,
      balances: mayRead ? await part(api.balances(ask, permissions)) : { kind: 'refused', why: 'permission' },
      fees: mayRead ? await part(api.fees(ask, permissions)) : { kind: 'refused', why: 'permission' },
    }
  }

  async balances(world: KeyWorld, material: KeyMaterial, known: KeyPermissions): Promise<Part<KeyBalances>> {
    if (known.read === false) return refused('permission')
    const { api, ask } = this.#askers.of(world, material, true)
    return part(api.balances(ask, known))
  }
}
