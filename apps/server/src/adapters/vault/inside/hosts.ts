import type { ExchangeId } from '@makas/domain'
import type { KeyWorld } from '../../../app/ports/key-vault.ts'

type Host = {
  /** Where the library thinks that it is. */
  readonly named: string
  readonly host: string
  /** What stands for the host on a simulator's origin (http-and-settings.md, EXCHANGE_ORIGIN). */
  readonly prefix: string
}

const host = (name: string, prefix: string): Host => ({ named: name, host: name, prefix })

/** Every host that a signed call may reach (security.md 55, exchanges/*.md, What we listen to): nothing a user sends chooses one. */
const HOSTS: Readonly<Record<ExchangeId, { readonly live: readonly Host[]; readonly test: readonly Host[] }>> = {
  binance: {
    live: [host('api.binance.com', 'binance'), host('fapi.binance.com', 'binance-usdm')],
    test: [
      host('testnet.binance.vision', 'binance-testnet'),
      // The library still has the older name of the futures' test network.
      { named: 'testnet.binancefuture.com', host: 'demo-fapi.binance.com', prefix: 'binance-usdm-testnet' },
    ],
  },
  okx: { live: [host('www.okx.com', 'okx')], test: [host('www.okx.com', 'okx')] },
  bybit: { live: [host('api.bybit.com', 'bybit')], test: [host('api-testnet.bybit.com', 'bybit-testnet')] },
  kraken: { live: [host('api.kraken.com', 'kraken')], test: [] },
}

/**
 * Where a signed call goes; `origin` stands in for all exchanges, and without one a demo key goes nowhere. Throws for an
 * address that is not in the table.
 */
export function destination({ exchange, isTestnet, isDemo }: KeyWorld, address: string, origin: string | null): URL {
  const url = new URL(address)
  const found = HOSTS[exchange][isTestnet ? 'test' : 'live'].find(({ named }) => named === url.host)
  if (found === undefined || url.protocol !== 'https:' || url.username !== '') throw new Error('not an exchange')
  if (isDemo && (origin === null || new URL(origin).hostname !== '127.0.0.1')) throw new Error('not the demo market')
  if (origin !== null) return new URL(`${origin}/${found.prefix}${url.pathname}${url.search}`)
  url.host = found.host
  return url
}
