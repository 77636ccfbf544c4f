import type { Locator } from '@playwright/test'
import { fillIn } from './people.ts'

export const RIGHTS = { read: true, spot_trade: true, futures_trade: false, withdraw: false, transfer: false }
const NAMES: Readonly<Record<string, string>> = { binance: 'Binance', okx: 'OKX', bybit: 'Bybit', kraken: 'Kraken' }

/** A connection with real money, as the server lists it. */
export const record = (exchange: string, change: Readonly<Record<string, unknown>> = {}) => ({
  id: `kayit-${exchange}`,
  exchange_name: exchange,
  name: NAMES[exchange],
  api_key_masked: '5f3c••••••••91be',
  is_valid: true,
  testnet: false,
  is_demo: false,
  status: 'connected',
  last_checked: '2026-11-22T11:04:37.000Z',
  permissions: RIGHTS,
  balance: { USDT: '1200.5', BTC: '0.25' },
  ...change,
})
/** The server's answer where the exchange refuses a key. */
export const INVALID = { id: null, is_valid: false, permissions: {} }

export const KEY = '5f3c8a1e-7b20-4d6f-a9c4-2e0d91be0042'
export const SECRET = 'DikilmisGizliAnahtar0123456789ABCDEF'
export const PASSPHRASE = 'DikilmisParolaIfadesi42'
/** Types key and secret into a form, and the passphrase that OKX alone asks for. */
export async function typeKey(form: Locator, key = KEY, secret = SECRET): Promise<void> {
  await fillIn(form, { 'API anahtarı': key, 'Gizli anahtar (Secret Key)': secret })
}
export async function typeOkx(form: Locator): Promise<void> {
  await typeKey(form)
  await fillIn(form, { 'Parola ifadesi (passphrase)': PASSPHRASE })
}
