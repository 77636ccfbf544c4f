import ccxt from 'ccxt'
import type { KeyMaterial, KeyWorld } from '../../../app/ports/key-vault.ts'

/** A call by the library's own names. */
export type Call = {
  /** The group of paths it belongs to, which decides host, version and whether it is signed. */
  readonly api: string
  readonly path: string
  readonly method?: 'POST'
  readonly params?: Readonly<Record<string, string>>
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

/** How ccxt signs for one key. It lives as long as one question to the exchange, and the plain key no longer. */
export function signerOf(world: KeyWorld, material: KeyMaterial, nonce: () => number): (call: Call) => Signed {
  const client = new ccxt[world.exchange]() as unknown as Client
  Object.assign(client, {
    apiKey: material.apiKey,
    secret: material.secret,
    password: material.passphrase ?? undefined,
  })
  Object.assign(client.options, { recvWindow: RECEIVE_WINDOW_MS, disableFuturesSandboxWarning: true })
  client.nonce = nonce
  if (world.isTestnet) client.setSandboxMode(true)
  return ({ api, path, method = 'GET', params = {} }) => {
    const signed = client.sign(path, api, method, params)
    return {
      url: signed.url,
      method: signed.method,
      headers: { ...client.headers, ...signed.headers },
      body: signed.body ?? null,
    }
  }
}
