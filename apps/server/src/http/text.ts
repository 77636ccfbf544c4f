import { type ErrorCode, TRADE_SENTENCES } from '@makas/contract'
import type { KeyVerdict } from '../app/api-keys/key-verdict.ts'
import type { WalletFailure } from '../app/portfolio/read-wallet.ts'

/** The reason is the weak password of the account, not a field of the key form (product-decisions.md 19). */
export const WEAK_ACCOUNT_PASSWORD =
  'Hesap şifreniz zayıf olduğu için canlı borsa anahtarı eklenemez. Önce hesap sayfasından şifrenizi değiştirin, sonra yeniden deneyin.'

/** Why no exchange is asked about a typed key while the demo market is shown. */
export const DEMO_MARKET_SHOWN =
  'Demo piyasa açık: gerçek borsalara ulaşılamıyor. Anahtarınız hiçbir yere gönderilmedi ve kaydedilmedi; denemek için demo hesabı kullanın.'

/** The sentence of each error code; a missing one is a type error. */
export const SENTENCES = {
  'bad-request': 'İstek anlaşılamadı.',
  validation: 'Gönderilen bilgiler geçerli değil.',
  'registration-failed': 'Kayıt başarısız',
  'password-weak': 'Bu şifre çok kolay tahmin edilebilir. Lütfen en az 15 karakterlik başka bir şifre seçin.',
  'proof-wrong': 'Şifre ya da doğrulama kodu yanlış.',
  'withdraw-enabled':
    'Bu anahtarın para çekme izni açık ya da izni okunamadı. Borsada çekim (ve varsa transfer) iznini kapatıp yeniden deneyin.',
  'token-invalid': 'Bu bağlantı geçersiz ya da süresi dolmuş.',
  unauthorized: 'Giriş yapmanız gerekiyor',
  'invalid-credentials': 'Geçersiz email veya şifre',
  'totp-required': 'Doğrulama kodunu girin.',
  'totp-wrong': 'Doğrulama kodu geçersiz.',
  'foreign-origin': 'Bu istek bu siteden gelmedi.',
  'proof-required': 'Bu işlem için şifrenizi ya da doğrulama kodunuzu yeniden girin.',
  'totp-setup-required': 'Devam etmek için önce iki adımlı doğrulamayı açın.',
  'idempotency-mismatch': 'Bu istek daha önce başka bilgilerle gönderildi.',
  conflict: 'Bu işlem kaydın şu anki durumuyla çelişiyor.',
  'premium-required': TRADE_SENTENCES.premium,
  'connection-required': 'Bu işlem için test ağı veya demo bağlantısı gerekir. Gerçek parayla emir gönderilmez.',
  'no-demo-account': 'Demo hesabı şu anda kullanılamıyor: yalnız yerleşik demo piyasa açıkken bağlanabilir.',
  'not-found': 'Böyle bir sayfa ya da kaynak yok.',
  'opportunity-closed': 'Bu fırsat kapandı.',
  'method-not-allowed': 'Bu adreste bu işlem yapılamaz.',
  'not-acceptable': 'İstenen biçimde yanıt verilemiyor.',
  timeout: 'İstek zamanında tamamlanmadı.',
  'payload-too-large': 'Gönderilen veri çok büyük.',
  'uri-too-long': 'Adres çok uzun.',
  'unsupported-media-type': 'Bu veri biçimi kabul edilmiyor.',
  'rate-limited': 'Çok sık istek gönderildi. Lütfen biraz bekleyin.',
  'headers-too-large': 'İsteğin başlıkları çok büyük.',
  internal: 'Beklenmeyen bir hata oluştu.',
  unavailable: 'Hizmet şu anda yanıt veremiyor. Lütfen biraz sonra yeniden deneyin.',
  'exchange-unreachable': 'Borsaya şu anda ulaşılamıyor. Hiçbir şey kaydedilmedi; lütfen biraz sonra yeniden deneyin.',
  'not-stored': 'Kaydedilemedi. Lütfen biraz sonra tekrar deneyin.',
} as const satisfies Record<ErrorCode, string>

/** Answer to a refused login whose typed address has a letter that few addresses have. */
export const WRONG_WITH_LETTER = (letter: string) =>
  `${SENTENCES['invalid-credentials']}. Yazdığınız adreste “${letter}” var; klavyeniz yanlış yazdıysa düzeltip yeniden deneyin.`

/** Why an account is not deleted while a trade runs. */
export const KEEPS_ACCOUNT = (trade: string) =>
  `${trade} işleminiz sürüyor. Bittiğinde hesabınızı silebilirsiniz; şimdi silinirse borsada açık kalan taraf kapatılamaz.`

/** Why a connection is not removed while a trade runs with it. */
export const KEEPS_CONNECTION = (trade: string) =>
  `${trade} işleminiz bu bağlantıyla sürüyor. Bittiğinde kaldırabilirsiniz; şimdi kaldırılırsa borsada açık kalan taraf kapatılamaz.`

/** Shown in place of the site while it is not built. */
export const SITE_NOT_BUILT = 'Site henüz derlenmedi. Sunucuyu “npm start” ile başlatın.'

/** Answer to a message on a closed ticket (SUP-14). */
export const TICKET_CLOSED = 'Bu talep kapalı. Yeni bir soru için yeni bir destek talebi oluşturun.'

/** Answer to an admin who writes to a ticket that changed meanwhile. The panel shows it beside the unsent text. */
export const TICKET_CHANGED =
  'Bu talep siz yazarken değişti. Yazdıklarınız kaydedilmedi; son hâline bakıp yeniden gönderin.'

/** The list of canned replies is at its cap. */
export const CANNED_FULL = 'Hazır yanıt listesi dolu. Yeni bir metin için önce birini silin.'

/** The help centre is at its cap. */
export const HELP_FULL = 'Yardım merkezi dolu. Yeni metin için önce bir makaleyi kısaltın ya da silin.'

/** A tried key is good (ERR-10). The page stores it next. */
export const KEY_TAKEN = 'API anahtarları başarıyla doğrulandı'

type Refusal = Extract<KeyVerdict, { kind: 'refused' }>['why']

/** Why an account's balance is unknown. */
export const WALLET_UNREACHABLE = {
  network: 'Borsaya şu anda ulaşılamıyor.',
  timeout: 'Borsa zamanında yanıt vermedi.',
  'rate-limited': 'Borsa çok sık sorulduğu için şu anda yanıt vermiyor.',
  maintenance: 'Borsa bakımda.',
  'server-error': 'Borsa şu anda hata veriyor.',
  unreadable: 'Borsanın yanıtı okunamadı.',
  blocked: 'Borsa bu sunucunun bulunduğu yere hizmet vermiyor.',
  busy: 'Şu anda çok fazla bağlantı soruluyor.',
  vault: 'Anahtar kasası şu anda çalışmıyor.',
} as const satisfies Record<Extract<WalletFailure, { kind: 'unreachable' }>['why'], string>

/** Hours that Istanbul is ahead of UTC, all year round. */
const ISTANBUL_MS = 3 * 3_600_000

/** A ban of our address: why, and its end (epoch ms) in Istanbul's time, rounded up to the second. */
export function bannedUntil(why: keyof typeof WALLET_UNREACHABLE, until: number): string {
  const iso = new Date(Math.ceil(until / 1_000) * 1_000 + ISTANBUL_MS).toISOString()
  const [year, month, day] = iso.slice(0, 10).split('-')
  const when = `${day}.${month}.${year} ${iso.slice(11, 19)}`
  return `${WALLET_UNREACHABLE[why]} En erken ${when} itibarıyla (Türkiye saati) yeniden denenebilir.`
}

/** An account's holding differs from its trades. */
export const ACCOUNT_DIFFERS = {
  position: (name: string, due: string, found: string) =>
    `${name} pozisyonu işlemlere göre ${due} olmalı, borsada ${found}.`,
  balance: (name: string, due: string, found: string) =>
    `${name} bakiyesi işlemlere göre ${due} olmalı, borsada ${found}.`,
  between: (least: string, most: string) => `${least} ile ${most} arasında`,
} as const

/** Why a connection takes no new order. */
export const CONNECTION_STOPPED = (connection: string, difference: string) =>
  `${connection} bağlantısıyla yeni emir gönderilmiyor: ${difference} Borsada kontrol edin, sonra API yönetimi sayfasında bağlantının altındaki “Kontrol ettim” düğmesine basın.`

/** The stored record was changed or moved, or the key that opens it is gone (security.md 40). */
export const KEY_UNOPENED = 'Kayıtlı anahtar açılamadı. Lütfen bağlantıyı silip yeniden ekleyin.'

/** Why an exchange refuses a key (ERR-09). */
export const KEY_REFUSED = {
  'key-or-address': 'API anahtarı geçersiz, süresi dolmuş ya da bu sunucunun IP adresine izin vermiyor.',
  key: 'API anahtarı borsada bulunamadı. Anahtarın doğru ağa (canlı ya da test) ait olduğundan emin olun.',
  signature: 'Secret Key yanlış.',
  passphrase: 'Passphrase yanlış.',
  'position-side': 'Borsa hesabı uzun ve kısa pozisyonları ayrı tutuyor.',
  environment: 'API anahtarı diğer ağa (canlı ya da test) ait.',
  address: 'API anahtarı bu sunucunun IP adresine izin vermiyor.',
  expired: 'API anahtarının süresi dolmuş.',
  permission: 'API anahtarının gerekli izinleri yok.',
  clock: 'Borsa isteğin zamanını kabul etmedi. Lütfen yeniden deneyin.',
  nonce: 'Bu API anahtarı başka bir programda da kullanılıyor. Yalnız bu site için bir anahtar oluşturun.',
  locked: 'Borsa bu API anahtarını ya da adresi bir süreliğine kilitledi.',
  other: 'API anahtarları geçersiz veya yetkisiz',
} as const satisfies Record<Refusal, string>

/** Another change was stored first. The typed text stays, beside the stored text. */
export const CHANGED_MEANWHILE = {
  user: 'Bu kullanıcıyı siz düzenlerken başka bir yönetici değiştirdi.',
  article: 'Bu makaleyi siz düzenlerken başka bir yönetici değiştirdi.',
} as const

/** The head of a page without its own, and the name behind an article's title. */
export const SITE_HEAD = {
  title: 'Makas',
  description:
    'Binance, OKX, Bybit ve Kraken arasındaki fiyat makasları; komisyon ve kayma düşülmüş hâliyle, kanıtıyla.',
} as const
