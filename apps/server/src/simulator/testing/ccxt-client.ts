import ccxt from 'ccxt'
import type { TestAccount } from '../index.ts'

/** The part of ccxt's client that the tests of signed calls use. */
export interface PrivateClient {
  nonce: () => number
  urls: { api: unknown }
  options: Record<string, unknown>
  enableRateLimit: boolean
  secret: string
  password: string
  setSandboxMode(isOn: boolean): void
  loadMarkets(): Promise<Record<string, unknown>>
  fetchBalance(params?: object): Promise<Record<string, { free?: number; used?: number; total?: number }>>
  fetchTradingFee(symbol: string): Promise<{ maker: number; taker: number }>
  loadTimeDifference(): Promise<number>
  request(path: string, api: string, method?: string, params?: object): Promise<unknown>
}

/** An order in ccxt's unified form. */
interface OrderReply {
  readonly id: string
  readonly status?: string
  readonly filled?: number
  readonly average?: number
  readonly cost?: number
}

/** The part of ccxt's client that the tests of orders use. */
export interface OrderClient {
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price?: number,
    params?: object,
  ): Promise<OrderReply>
  fetchOrder(id: string, symbol: string, params?: object): Promise<OrderReply>
  fetchBalance(params?: object): Promise<Record<string, { free?: number; used?: number; total?: number }>>
  request(path: string, api: string, method?: string, params?: object): Promise<unknown>
  fetchPositions(symbols: string[]): Promise<{ symbol: string; side?: string; contracts?: number }[]>
}

/** Host → the simulator's prefix. */
const PREFIXES: readonly (readonly [pattern: RegExp, prefix: string])[] = [
  [/^https:\/\/testnet\.binance\.vision/, 'binance-testnet'],
  [/^https:\/\/testnet\.binancefuture\.com/, 'binance-usdm-testnet'],
  [/^https:\/\/[fd]api\.binance\.com/, 'binance-usdm'],
  [/^https:\/\/[a-z]*\.binance\.com/, 'binance'],
  [/^https:\/\/api-testnet\.\{hostname\}/, 'bybit-testnet'],
  [/^https:\/\/api\.\{hostname\}/, 'bybit'],
  [/^https:\/\/\{hostname\}/, 'okx'],
  [/^https:\/\/api\.kraken\.com/, 'kraken'],
  [/^https:\/\/futures\.kraken\.com/, 'kraken-futures'],
]

function redirected(value: unknown, origin: string): unknown {
  if (typeof value === 'string') {
    const [pattern, prefix] = PREFIXES.find(([one]) => one.test(value)) ?? []
    // Addresses that are not simulated must not be reached.
    return pattern ? value.replace(pattern, `${origin}/${prefix}`) : `${origin}/none`
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redirected(one, origin)]))
}

/** ccxt's class for an account. */
const classOf = ({ exchange, system }: TestAccount) =>
  exchange === 'kraken' && system === 'futures' ? 'krakenfutures' : exchange

/** What a client caches of its former key. */
const REMEMBERED = {
  hasAlreadyAuthenticatedSuccessfully: false,
  enableUnifiedMargin: undefined,
  enableUnifiedAccount: undefined,
  unifiedMarginStatus: undefined,
  timeDifference: 0,
}

/** Makes nonces grow: without ccxt's rate limit two calls may fall into one millisecond, which Kraken refuses. */
function growing(nonce: () => number): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, nonce())
    return last
  }
}

/** One client per exchange and network: loading the lists of markets for every key would take most of the time. */
const clients = new Map<string, PrivateClient>()

/**
 * An independent client with the account's key, pointed at the simulator. The next call for that exchange changes its
 * key.
 */
export async function clientOf(origin: string, account: TestAccount): Promise<PrivateClient> {
  const { exchange, world, apiKey, secret, passphrase } = account
  const name = `${classOf(account)} ${world} ${origin}`
  const client = clients.get(name) ?? (new ccxt[classOf(account)]() as unknown as PrivateClient)
  Object.assign(client, { apiKey, secret, password: passphrase ?? undefined })
  Object.assign(client.options, REMEMBERED)
  if (clients.has(name)) return client
  if (world === 'test') client.setSandboxMode(true)
  client.urls.api = redirected(client.urls.api, origin)
  client.enableRateLimit = false
  if (exchange === 'kraken') client.nonce = growing(client.nonce.bind(client))
  if (exchange === 'binance') client.options.fetchMarkets = { types: ['spot', 'linear'] }
  await client.loadMarkets()
  clients.set(name, client)
  return client
}
