import { z } from './zod.ts'

/** Every machine code an error body can carry. A new code is added here and nowhere else. */
export const ERROR_CODES = [
  'bad-request',
  'validation',
  'registration-failed',
  'password-weak',
  'withdraw-enabled',
  'demo-market',
  'token-invalid',
  'proof-wrong',
  'unauthorized',
  'invalid-credentials',
  'totp-required',
  'totp-wrong',
  'foreign-origin',
  'proof-required',
  'totp-setup-required',
  'not-found',
  'opportunity-closed',
  'conflict',
  'no-demo-account',
  'idempotency-mismatch',
  'method-not-allowed',
  'not-acceptable',
  'timeout',
  'payload-too-large',
  'uri-too-long',
  'unsupported-media-type',
  'rate-limited',
  'headers-too-large',
  'internal',
  'unavailable',
  'not-stored',
  'exchange-unreachable',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The HTTP status that goes with each code (http-and-settings.md, HTTP). */
export const ERROR_STATUS = {
  'bad-request': 400,
  validation: 400,
  'registration-failed': 400,
  'password-weak': 400,
  'withdraw-enabled': 400,
  'demo-market': 400,
  'token-invalid': 400,
  'proof-wrong': 400,
  unauthorized: 401,
  'invalid-credentials': 401,
  'totp-required': 401,
  'totp-wrong': 401,
  'foreign-origin': 403,
  'proof-required': 403,
  'totp-setup-required': 403,
  'not-found': 404,
  'opportunity-closed': 404,
  conflict: 409,
  'no-demo-account': 409,
  'idempotency-mismatch': 409,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  timeout: 408,
  'payload-too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  'headers-too-large': 431,
  internal: 500,
  unavailable: 503,
  'not-stored': 507,
  'exchange-unreachable': 503,
} as const satisfies Record<ErrorCode, number>

/** What the sign-up form says of its fields, on both sides in the same words (VALID-02 to VALID-07). */
export const SIGN_UP = {
  passwordsDiffer: 'Şifreler eşleşmiyor',
  passwordShort: 'Şifre en az 6 karakter olmalı',
  adminPasswordShort: 'Yönetici şifresi en az 15 karakter olmalı',
  firstName: 'Ad alanı gerekli',
  lastName: 'Soyad alanı gerekli',
  phone: 'Telefon numarası gerekli',
  phoneForm: 'Geçerli bir telefon numarası girin',
  email: 'Geçerli bir e-posta adresi girin',
} as const

/** What the forms of tickets and articles say, on both sides in the same words (VALID-25, VALID-27, VALID-30). */
export const TEXT_FORM = {
  ticketTitle: 'Konu başlığı gerekli',
  ticketDescription: 'Açıklama alanı gerekli',
  message: 'Mesaj alanı gerekli',
  note: 'Not alanı gerekli',
  cannedTitle: 'Hazır yanıt başlığı gerekli',
  cannedText: 'Hazır yanıt metni gerekli',
  evidenceLarge: 'Ekli kanıt çok büyük',
  articleTitle: 'Başlık alanı gerekli',
  articleContent: 'İçerik alanı gerekli',
} as const

/** The body of every error: a Turkish sentence for people, a code for machines, and the fields that were wrong. */
export const ErrorBody = z.object({
  detail: z.string().min(1),
  code: z.enum(ERROR_CODES),
  fields: z.record(z.string(), z.string()).optional(),
  /** With 409: what somebody else stored meanwhile, in the shape that the call answers. */
  current: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** What the key forms say, on both sides in the same words (VALID-13 to VALID-18, product-decisions.md 23). */
export const KEY_FORM = {
  apiKey: 'API Key çok kısa veya geçersiz format',
  secret: 'Secret Key çok kısa veya geçersiz format',
  passphrase: 'OKX için passphrase zorunlu',
  binance: 'Binance API anahtarı geçersiz format',
  okx: 'OKX API anahtarı geçersiz format',
  bybit: 'Bybit API anahtarı 20 veya 32 karakter olmalı',
  kraken: 'Kraken API anahtarı geçersiz format',
  krakenTestnet: 'Kraken test ağı sunmuyor',
  exchange: 'Desteklenmeyen borsa',
} as const

/** What refuses an order on paper, on both sides in the same words. */
export const PAPER_SENTENCES = {
  amount: 'Tutar 100 ile 10.000 USD arasında, en çok iki ondalıklı olmalı.',
  balance: 'Sanal bakiyeniz bu tutara yetmiyor.',
  closed: 'Bu fırsat kapandı. Güncel listeden başka bir fırsat seçin.',
  otherCurrency: 'Deneme işlemi yalnızca dolar karşılığı (USD, USDT, USDC) çiftlerde yapılır.',
  tooSmall: 'Bu fırsatın miktarı borsaların en küçük emrinin altında kalıyor.',
  full: 'Deneme portföyünüz dolu (500 işlem). Yeni işlem için portföyü sıfırlayın.',
} as const

/** What the form of a saved view says, on both sides in the same words. */
export const VIEW_FORM = { name: 'Görünüm adı gerekli' } as const

/** What is wrong with a field that has no sentence of its own, on both sides in the same words. */
export const FIELD_SENTENCES = {
  missing: 'Bu alan gerekli.',
  wrong: 'Geçerli bir değer değil.',
  tooShort: 'Çok kısa.',
  tooLong: 'Çok uzun.',
  oneOf: (values: readonly string[]) => `Şunlardan biri olmalı: ${values.join(', ')}.`,
} as const
