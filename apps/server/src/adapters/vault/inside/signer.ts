import type { ExchangeId } from '@makas/domain'
import ccxt from 'ccxt'
import type { KeyMaterial, KeyWorld } from '../../../app/ports/key-vault.ts'

/** A call by the library's own names. */
export type Call = {
  /** The group of paths it belongs to, which decides host, version and whether it is signed. */
  readonly api: string
  readonly path: string
  readonly method?: 'POST'
  readonly params?: Readonly<Record<string, string | boolean>>
  /**
   * Of an order: epoch ms by the machine's own clock. It is not signed after that, and its exchange does not take it later
   * than the receive window after it was signed.
   */
  readonly sendBy?: number
}

export type Signed = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The part of ccxt's client that signs. */
type Client = {
  headers: Record<string, string>
  options: Record<string, unknown>
  nonce: () => number
  setSandboxMode(isOn: boolean): void
  sign(
    path: string,
    api: string,
    method: string,
    params: object,
  ): { url: string; method: string; headers?: Record<string, string>; body?: string }
}

/** The receive window, ms: as short as a slow line allows. */
const RECEIVE_WINDOW_MS = 5_000

/** What says until when an order is taken, where a signature does not: OKX takes calls signed 30 s before, Kraken of any age. */
const EXPIRIES: Partial<
  Record<ExchangeId, (at: number) => { readonly headers?: Signed['headers']; readonly params?: Call['params'] }>
> = {
  okx: (at) => ({ headers: { expTime: String(at) } }),
  kraken: (at) => ({ params: { deadline: new Date(at).toISOString() } }),
}

/** Whether an exchange is told until when it may take an order, in its own time. */
export const tellsExpiry = (exchange: ExchangeId): boolean => EXPIRIES[exchange] !== undefined

/** How ccxt signs for one key. It lives as long as one question to the exchange, and the plain key no longer. */
export function signerOf(world: KeyWorld, material: KeyMaterial, nonce: () => number): (call: Call) => Signed {
  const client = new ccxt[world.exchange]() as unknown as Client
  Object.assign(client, {
    apiKey: material.apiKey,
    secret: material.secret,
    password: material.passphrase ?? undefined,
  })
  Object.assign(client.options, { recvWindow: RECEIVE_WINDOW_MS, disableFuturesSandboxWarning: true })
  if (world.isTestnet) client.setSandboxMode(true)
  return ({ api, path, method = 'GET', params = {}, sendBy }) => {
    const at = nonce()
    client.nonce = () => at
    const expiry = sendBy === undefined ? undefined : EXPIRIES[world.exchange]?.(at + RECEIVE_WINDOW_MS)
    const signed = client.sign(path, api, method, { ...params, ...expiry?.params })
    return {
      url: signed.url,
      method: signed.method,
      headers: { ...client.headers, ...signed.headers, ...expiry?.headers },
      body: signed.body ?? null,
    }
  }
}
