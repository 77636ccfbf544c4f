// `npm run ids`: each id that a test names, the tiers that prove it and the places of its tests, separated by tabs.
import { knownIds, proofsOf, readTests } from '../checks/documents/spec-ids.ts'
import { root } from './run-command.ts'
import { TIERS } from './tiers.ts'

const proofs = proofsOf(readTests(root))
for (const id of knownIds()) {
  const own = proofs.get(id) ?? []
  const tiers = TIERS.filter((tier) => own.some((proof) => proof.tier === tier))
  console.log([id, tiers.join(', ') || 'no test', own.map(({ place }) => place).join(' ')].join('\t'))
}
