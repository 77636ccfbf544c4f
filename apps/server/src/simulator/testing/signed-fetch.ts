import { createHash, createHmac } from 'node:crypto'
import type { TestAccount } from '../index.ts'

/** A signed request in parts, each of which a test may spoil before it is sent. */
export interface SignedRequest {
  method: string
  path: string
  query: string
  body: string
  headers: Record<string, string>
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, else text. */
  readonly body: unknown
}

const hmac = (kind: 'sha256' | 'sha512', key: string | Buffer, text: string | Buffer, as: 'hex' | 'base64') =>
  createHmac(kind, key).update(text).digest(as)

const form = (params: Readonly<Record<string, string>>) => new URLSearchParams(params).toString()

interface RequestOptions {
  readonly method?: string
  readonly params?: Readonly<Record<string, string>>
  /** Epoch ms; the simulator's clock is this machine's. */
  readonly time?: number
}

/** Signs as each exchange's documents say, independently of the product's code. */
export const SIGNERS = {
  binance: (
    { apiKey, secret }: TestAccount,
    path: string,
    { method = 'GET', params = {}, time = Date.now() }: RequestOptions = {},
  ) => {
    const text = form({ ...params, timestamp: String(time) })
    const signed = `${text}&signature=${hmac('sha256', secret, text, 'hex')}`
    const headers = { 'X-MBX-APIKEY': apiKey, 'content-type': 'application/x-www-form-urlencoded' }
    return { method, path, query: method === 'GET' ? signed : '', body: method === 'GET' ? '' : signed, headers }
  },
  okx: (account: TestAccount, path: string, { params = {}, time = Date.now() }: RequestOptions = {}) => {
    const query = form(params)
    const timestamp = new Date(time).toISOString()
    const text = `${timestamp}GET${path}${query === '' ? '' : `?${query}`}`
    const headers = {
      'OK-ACCESS-KEY': account.apiKey,
      'OK-ACCESS-SIGN': hmac('sha256', account.secret, text, 'base64'),
      'OK-ACCESS-TIMESTAMP': timestamp,
      'OK-ACCESS-PASSPHRASE': account.passphrase ?? '',
      ...(account.world === 'test' ? { 'x-simulated-trading': '1' } : {}),
    }
    return { method: 'GET', path, query, body: '', headers }
  },
  bybit: ({ apiKey, secret }: TestAccount, path: string, { params = {}, time = Date.now() }: RequestOptions = {}) => {
    const query = form(params)
    const headers = {
      'X-BAPI-API-KEY': apiKey,
      'X-BAPI-TIMESTAMP': String(time),
      'X-BAPI-RECV-WINDOW': '5000',
      'X-BAPI-SIGN': hmac('sha256', secret, `${time}${apiKey}5000${query}`, 'hex'),
    }
    return { method: 'GET', path, query, body: '', headers }
  },
  kraken: ({ apiKey, secret }: TestAccount, path: string, { params = {}, time = Date.now() }: RequestOptions = {}) => {
    const body = form({ nonce: String(time), ...params })
    const digest = createHash('sha256').update(`${time}${body}`).digest()
    const key = Buffer.from(secret, 'base64')
    const headers = {
      'API-Key': apiKey,
      'API-Sign': hmac('sha512', key, Buffer.concat([Buffer.from(path), digest]), 'base64'),
      'content-type': 'application/x-www-form-urlencoded',
    }
    return { method: 'POST', path, query: '', body, headers }
  },
} satisfies Record<string, (account: TestAccount, path: string, what?: RequestOptions) => SignedRequest>

/** Signs a call of Kraken's derivatives, whose path is signed without its first folder; the nonce is optional. */
export function signFutures({ apiKey, secret }: TestAccount, path: string, nonce?: string): SignedRequest {
  const text = `${nonce ?? ''}${path.replace('/derivatives', '')}`
  const digest = createHash('sha256').update(text).digest()
  const headers = {
    APIKey: apiKey,
    Authent: hmac('sha512', Buffer.from(secret, 'base64'), digest, 'base64'),
    ...(nonce === undefined ? {} : { Nonce: nonce }),
  }
  return { method: 'GET', path, query: '', body: '', headers }
}

export async function send(
  origin: string,
  prefix: string,
  { method, path, query, body, headers }: SignedRequest,
): Promise<Answer> {
  const url = `${origin}/${prefix}${path}${query === '' ? '' : `?${query}`}`
  const response = await fetch(url, { method, headers, ...(method === 'GET' || body === '' ? {} : { body }) })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
