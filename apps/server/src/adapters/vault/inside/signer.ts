import type { ExchangeId } from '@makas/domain'
import ccxt from 'ccxt'
import type { KeyMaterial, KeyWorld } from '../../../app/ports/trading/key-vault.ts'

/** A call in the terms of the library (ccxt). */
export type Call = {
  /** The group of paths, which decides host, version and whether the call is signed. */
  readonly api: string
  readonly path: string
  readonly method?: 'POST' | 'DELETE'
  readonly params?: Readonly<Record<string, string | boolean>>
  /**
   * For an order: epoch ms by the machine's own clock, after which it is not signed. The exchange accepts it up to the
   * receive window after the signature.
   */
  readonly sendBy?: number
}

export type SignedCall = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

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

/** The receive window, ms, short but enough for a slow line. */
const RECEIVE_WINDOW_MS = 5_000

/** Expiry fields of orders where the signature sets no window: OKX accepts 30 s, Kraken any age. */
const EXPIRIES: Partial<
  Record<ExchangeId, (at: number) => { readonly headers?: SignedCall['headers']; readonly params?: Call['params'] }>
> = {
  okx: (at) => ({ headers: { expTime: String(at) } }),
  kraken: (at) => ({ params: { deadline: new Date(at).toISOString() } }),
}

/** Whether orders of an exchange carry an expiry in the exchange's time. */
export const tellsExpiry = (exchange: ExchangeId): boolean => EXPIRIES[exchange] !== undefined

/** Makes ccxt's signing function for one key. The function and the plain key live as long as one reading or order. */
export function signerOf(world: KeyWorld, material: KeyMaterial, nonce: () => number): (call: Call) => SignedCall {
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
