import type { AssetId } from '@makas/domain'
import type { Valuation } from '../engine-protocol/state.ts'
import type { HeldAsset, KeyWorld } from '../ports/trading/key-vault.ts'
import type { HeldCoins } from '../ports/trading/wallets.ts'
import { type HeldInCoins, inCoins } from './coins.ts'
import type { WalletReading } from './read-wallet.ts'

/** Why a holding has no value in USDT. */
type UnvaluedReason = 'not-listed' | 'no-live-book' | 'test-money' | 'other-market' | 'market-away'

/**
 * A holding by the identity table's name and in coins. An asset outside the table has the exchange's name and units.
 */
type PortfolioAsset = HeldAsset & {
  /** `futures`: a separate wallet, from which spot orders are not paid. */
  readonly wallet: 'trading' | 'futures'
  readonly value: number | null
  readonly unvalued: UnvaluedReason | null
}

export type Portfolio = {
  /** Sum of the values in USDT without test networks; null where nothing was read or valued. */
  readonly total: number | null
  /** The total lacks a holding, or an account that was not read. */
  readonly isPartial: boolean
  /** Assets with a balance above 0, by the names that rows have, without test networks. */
  readonly owned: readonly string[]
  readonly exchanges: readonly { readonly reading: WalletReading; readonly assets: readonly PortfolioAsset[] }[]
}

type Item = {
  readonly wallet: PortfolioAsset['wallet']
  readonly held: HeldAsset
  readonly coins: HeldInCoins | null
}

/** A user's holdings, valued by the shown books; `ask` returns null while the market cannot be asked. */
export async function portfolioOf(
  readings: readonly WalletReading[],
  isDemoShown: boolean,
  ask: (held: readonly HeldCoins[]) => Promise<Valuation | null>,
): Promise<Portfolio> {
  const isOfMarket = ({ isTestnet, isDemo }: KeyWorld) => !isTestnet && isDemo === isDemoShown
  const places = readings.map((reading) => ({ reading, items: itemsOf(reading) }))
  const asked = new Map<Item, HeldCoins>()
  for (const { reading, items } of places) {
    const { exchange } = reading.key
    for (const item of items)
      if (isOfMarket(reading.key) && item.coins !== null)
        asked.set(item, { exchange, asset: item.coins.asset, coins: item.coins.total })
  }
  const valuation = asked.size === 0 ? NOTHING : await ask([...asked.values()])
  const values = new Map(
    [...asked.keys()].map((item, at) => [item, valuation?.kind === 'valued' ? valuation.values[at] : null]),
  )
  const why: UnvaluedReason =
    valuation === null ? 'market-away' : valuation.kind === 'other-market' ? 'other-market' : 'no-live-book'
  const reasonOf = ({ isTestnet, isDemo }: KeyWorld, { coins }: Item): UnvaluedReason | null => {
    if (isTestnet) return 'test-money'
    if (coins === null) return 'not-listed'
    return isDemo === isDemoShown ? null : 'other-market'
  }
  const exchanges = places.map(({ reading, items }) => ({
    reading,
    assets: items.map((item): PortfolioAsset => {
      const value = values.get(item) ?? null
      const reason = reasonOf(reading.key, item) ?? why
      const shown = item.coins?.shown ?? item.held
      return { ...shown, wallet: item.wallet, value, unvalued: value === null ? reason : null }
    }),
  }))
  const live = exchanges.filter(({ reading }) => !reading.key.isTestnet)
  const isRead = ({ reading }: { readonly reading: WalletReading }) => reading.balances.kind === 'read'
  const hasUnvalued = live.some(({ assets }) => assets.some(({ value }) => value === null))
  const isKnown = live.some(isRead) && valuation?.kind === 'valued' && (asked.size > 0 || !hasUnvalued)
  return {
    total: isKnown ? valuation.total : null,
    isPartial: hasUnvalued || !live.every(isRead),
    owned: [...new Set<AssetId>([...asked.values()].map(({ asset }) => asset))].sort(),
    exchanges,
  }
}

const NOTHING: Valuation = { kind: 'valued', values: [], total: 0 }

function itemsOf({ key, balances }: WalletReading): readonly Item[] {
  if (balances.kind !== 'read') return []
  const { trading, futures } = balances.value
  const itemOf = (wallet: Item['wallet']) => (held: HeldAsset) => ({ wallet, held, coins: inCoins(key.exchange, held) })
  return [...trading.map(itemOf('trading')), ...(futures ?? []).map(itemOf('futures'))]
}
