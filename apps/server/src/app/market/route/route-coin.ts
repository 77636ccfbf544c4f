import { type ByMode, MODES, ownerOf } from '@makas/domain'

type Parts = readonly string[]

function coinOfPair([pair = '']: Parts): string | null {
  const [base = '', quote = '', more] = pair.split('-')
  return base === '' || quote === '' || more !== undefined ? null : base
}

function coinOfCycle([, cycle = '']: Parts): string | null {
  const assets = cycle.split('-')
  return assets.length === 3 && !assets.includes('') ? ownerOf(assets) : null
}

/** Reads the coin from what follows the mode in a route's id. */
const READERS: Readonly<ByMode<(parts: Parts) => string | null>> = {
  spot: coinOfPair,
  carry: coinOfPair,
  tri: coinOfCycle,
}

/** The coin by which a route belongs to a shard, read from its id; null where the text is no route id. */
export function coinOfRoute(id: string): string | null {
  const [name, ...parts] = id.split('.')
  const mode = MODES.find((known) => known === name)
  return mode === undefined ? null : READERS[mode](parts)
}
