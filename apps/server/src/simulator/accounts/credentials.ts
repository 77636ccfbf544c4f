import { createHash } from 'node:crypto'
import type { ExchangeId } from '@makas/domain'

export interface Credentials {
  readonly apiKey: string
  readonly secret: string
  readonly passphrase: string | null
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `count` bytes, derived from the text alone. */
function bytesOf(text: string, count: number): Buffer {
  const blocks: Buffer[] = []
  for (let i = 0; i * 64 < count; i += 1) blocks.push(createHash('sha512').update(`${text} ${i}`).digest())
  return Buffer.concat(blocks).subarray(0, count)
}

const letters = (text: string, count: number): string =>
  [...bytesOf(text, count)].map((byte) => ALPHANUMERIC[byte % ALPHANUMERIC.length]).join('')

const uuid = (text: string): string =>
  bytesOf(text, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Key and secret in the exchange's own format, a function of seed, exchange and name on every machine. */
export function credentialsOf(seed: number, exchange: ExchangeId, name: string): Credentials {
  const text = (part: string) => `${seed}/${exchange}/${name}/${part}`
  switch (exchange) {
    case 'binance':
      return { apiKey: letters(text('key'), 64), secret: letters(text('secret'), 64), passphrase: null }
    case 'okx':
      return {
        apiKey: uuid(text('key')),
        secret: bytesOf(text('secret'), 16).toString('hex').toUpperCase(),
        passphrase: `Demo-${letters(text('passphrase'), 10)}`,
      }
    case 'bybit':
      return { apiKey: letters(text('key'), 18), secret: letters(text('secret'), 36), passphrase: null }
    case 'kraken':
      return {
        apiKey: bytesOf(text('key'), 42).toString('base64'),
        secret: bytesOf(text('secret'), 64).toString('base64'),
        passphrase: null,
      }
  }
}
