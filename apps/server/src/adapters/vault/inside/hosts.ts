import type { ExchangeId } from '@makas/domain'
import type { KeyWorld } from '../../../app/ports/trading/key-vault.ts'

type Host = {
  /** The host in the library's addresses. */
  readonly named: string
  readonly host: string
  /** The path prefix that stands for the host on a simulator's origin (http-and-settings.md, EXCHANGE_ORIGIN). */
  readonly prefix: string
}

const host = (name: string, prefix: string): Host => ({ named: name, host: name, prefix })

/** Every host that a signed call may reach (security.md 55, docs/exchanges); no user input names one. */
const HOSTS: Readonly<Record<ExchangeId, { readonly live: readonly Host[]; readonly test: readonly Host[] }>> = {
  binance: {
    live: [host('api.binance.com', 'binance'), host('fapi.binance.com', 'binance-usdm')],
    test: [
      host('testnet.binance.vision', 'binance-testnet'),
      // The library still uses the old host of the futures' test network.
      { named: 'testnet.binancefuture.com', host: 'demo-fapi.binance.com', prefix: 'binance-usdm-testnet' },
    ],
  },
  okx: { live: [host('www.okx.com', 'okx')], test: [host('www.okx.com', 'okx')] },
  bybit: { live: [host('api.bybit.com', 'bybit')], test: [host('api-testnet.bybit.com', 'bybit-testnet')] },
  kraken: { live: [host('api.kraken.com', 'kraken')], test: [] },
}

/**
 * The address of a signed call; `origin` replaces all exchanges, and a demo key needs one. Throws for an address that
 * is not in the table.
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
