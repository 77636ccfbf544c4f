import type { ExchangeId } from '@makas/domain'
import type { KeyWorld } from '../../../app/ports/trading/key-vault.ts'

type Host = {
  /** The host in the library's addresses. */
  readonly named: string
  readonly host: string
  /** The path prefix that stands for the host on a simulator's origin (http-and-settings.md, EXCHANGE_ORIGIN). */
  readonly prefix: string
}

const hostOf = (name: string, prefix: string): Host => ({ named: name, host: name, prefix })

/** Every host that a signed call may reach (security.md 55, docs/exchanges); no user input names one. */
const HOSTS: Readonly<Record<ExchangeId, { readonly live: readonly Host[]; readonly test: readonly Host[] }>> = {
  binance: {
    live: [hostOf('api.binance.com', 'binance'), hostOf('fapi.binance.com', 'binance-usdm')],
    test: [
      hostOf('testnet.binance.vision', 'binance-testnet'),
      // The library still uses the old host of the futures' test network.
      { named: 'testnet.binancefuture.com', host: 'demo-fapi.binance.com', prefix: 'binance-usdm-testnet' },
    ],
  },
  okx: { live: [hostOf('www.okx.com', 'okx')], test: [hostOf('www.okx.com', 'okx')] },
  bybit: { live: [hostOf('api.bybit.com', 'bybit')], test: [hostOf('api-testnet.bybit.com', 'bybit-testnet')] },
  kraken: { live: [hostOf('api.kraken.com', 'kraken')], test: [] },
}

const found = ({ exchange, isTestnet }: KeyWorld, url: URL): Host | undefined =>
  HOSTS[exchange][isTestnet ? 'test' : 'live'].find(({ named }) => named === url.host)

/** The name of the address to which a call of the library goes. */
export const addressOf = (world: KeyWorld, address: string): string => found(world, new URL(address))?.prefix ?? ''

/** The addresses of a world of an exchange, by the names under which feeds note their bans too. */
export const addressesOf = ({ exchange, isTestnet }: KeyWorld): readonly string[] =>
  HOSTS[exchange][isTestnet ? 'test' : 'live'].map(({ prefix }) => prefix)

/**
 * The address of a signed call; `origin` replaces all exchanges, and a demo key needs one. @throws for an address that
 * is not in the table
 */
export function destination(world: KeyWorld, address: string, origin: string | null): URL {
  const url = new URL(address)
  const host = found(world, url)
  if (host === undefined || url.protocol !== 'https:' || url.username !== '') throw new Error('not an exchange')
  if (world.isDemo && (origin === null || new URL(origin).hostname !== '127.0.0.1'))
    throw new Error('not the demo market')
  if (origin !== null) return new URL(`${origin}/${host.prefix}${url.pathname}${url.search}`)
  url.host = host.host
  return url
}
