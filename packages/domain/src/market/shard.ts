/** The share of one engine: all coins are divided among `shardCount` engines, and each coin belongs to one of them. */
export type Shard = {
  /** The shard's number, from 0. */
  readonly shard: number
  readonly shardCount: number
}

/** The only shard: it has all coins. */
export const WHOLE: Shard = { shard: 0, shardCount: 1 }

/**
 * Currencies that other coins are traded for (hubs). The book between two hubs is open in every shard: a cycle needs
 * only such books and the books of the shard that owns it.
 */
const HUBS: ReadonlySet<string> = new Set(['USDT', 'USDC', 'USD', 'BTC', 'ETH', 'EUR', 'TRY'])

/** Seed of the weights. Another number would move nearly every coin to another shard. */
const SEED = 0x6d616b61

export const isHub = (coin: string): boolean => HUBS.has(coin)

/**
 * The shard that a coin belongs to, of `of` shards: the shard with the greatest weight for the coin (rendezvous
 * hashing). So an added shard takes coins from the others and moves none between them.
 */
export function shardOf(coin: string, of: number): number {
  let best = 0
  let most = -1
  for (let shard = 0; shard < of; shard++) {
    const weight = weightOf(coin, shard)
    if (weight <= most) continue
    most = weight
    best = shard
  }
  return best
}

/**
 * The coin that decides the shard of a cycle: the first, by code unit, that is no hub. Where all are hubs, the first of
 * them.
 */
export function ownerOf(assets: readonly string[]): string {
  const coins = assets.filter((asset) => !isHub(asset))
  return (coins.length > 0 ? coins : assets).reduce((first, one) => (one < first ? one : first))
}

/** FNV-1a over the code units and the shard, then the finaliser of MurmurHash3: 32 bits, the same everywhere. */
function weightOf(coin: string, shard: number): number {
  let hash = SEED
  for (let at = 0; at < coin.length; at++) hash = Math.imul(hash ^ coin.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ shard, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
