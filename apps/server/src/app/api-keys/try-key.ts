import type { KeyMaterial, KeyVault, KeyWorld } from '../ports/key-vault.ts'
import { type Judgement, judge } from './judgement.ts'

/** Whether a key would be taken; nothing is stored (CALL-14). */
export async function tryKey(vault: KeyVault, world: KeyWorld, material: KeyMaterial): Promise<Judgement> {
  return judge(world, await vault.ask(world, material))
}
