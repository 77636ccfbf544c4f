/**
 * The sentences that answers show, as the specification has them: written out here, so that a changed sentence of the
 * product fails the tests that meet it.
 */
const OF_CODES: Readonly<Record<string, string>> = {
  'bad-request': 'İstek anlaşılamadı.',
  validation: 'Gönderilen bilgiler geçerli değil.',
  'registration-failed': 'Kayıt başarısız',
  'password-weak': 'Bu şifre çok kolay tahmin edilebilir. Lütfen en az 15 karakterlik başka bir şifre seçin.',
  'proof-wrong': 'Şifre ya da doğrulama kodu yanlış.',
  'token-invalid': 'Bu bağlantı geçersiz ya da süresi dolmuş.',
  unauthorized: 'Giriş yapmanız gerekiyor',
  'invalid-credentials': 'Geçersiz email veya şifre',
  'totp-required': 'Doğrulama kodunu girin.',
  'totp-wrong': 'Doğrulama kodu geçersiz.',
  'foreign-origin': 'Bu istek bu siteden gelmedi.',
  'proof-required': 'Bu işlem için şifrenizi ya da doğrulama kodunuzu yeniden girin.',
  'withdraw-enabled':
    'Bu anahtarın para çekme izni açık ya da izni okunamadı. Borsada çekim (ve varsa transfer) iznini kapatıp yeniden deneyin.',
  'idempotency-mismatch': 'Bu istek daha önce başka bilgilerle gönderildi.',
  conflict: 'Bu işlem kaydın şu anki durumuyla çelişiyor.',
  'premium-required': 'Emir göndermek için premium üyelik gerekir.',
  'no-demo-account': 'Demo hesabı şu anda kullanılamıyor: yalnız yerleşik demo piyasa açıkken bağlanabilir.',
  'not-found': 'Böyle bir sayfa ya da kaynak yok.',
  'opportunity-closed': 'Bu fırsat kapandı.',
  'method-not-allowed': 'Bu adreste bu işlem yapılamaz.',
  timeout: 'İstek zamanında tamamlanmadı.',
  'payload-too-large': 'Gönderilen veri çok büyük.',
  'uri-too-long': 'Adres çok uzun.',
  'unsupported-media-type': 'Bu veri biçimi kabul edilmiyor.',
  'rate-limited': 'Çok sık istek gönderildi. Lütfen biraz bekleyin.',
  'headers-too-large': 'İsteğin başlıkları çok büyük.',
  internal: 'Beklenmeyen bir hata oluştu.',
  'exchange-unreachable': 'Borsaya şu anda ulaşılamıyor. Hiçbir şey kaydedilmedi; lütfen biraz sonra yeniden deneyin.',
  unavailable: 'Hizmet şu anda yanıt veremiyor. Lütfen biraz sonra yeniden deneyin.',
}

/** Sentences that stand in place of a code's own, by that code. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  conflict: [
    'Bu talep kapalı. Yeni bir soru için yeni bir destek talebi oluşturun.',
    'Bu talep siz yazarken değişti. Yazdıklarınız kaydedilmedi; son hâline bakıp yeniden gönderin.',
    'Bu kullanıcıyı siz düzenlerken başka bir yönetici değiştirdi.',
    'Bu makaleyi siz düzenlerken başka bir yönetici değiştirdi.',
    'Hazır yanıt listesi dolu. Yeni bir metin için önce birini silin.',
    'Yardım merkezi dolu. Yeni metin için önce bir makaleyi kısaltın ya da silin.',
    'Yalnız dolar karşılığı (USD, USDT, USDC) çiftler denenebilir.',
    'Bu fırsatın miktarı borsaların en küçük emrinin altında kalıyor.',
    'Sanal bakiyeniz bu tutara yetmiyor.',
    'Deneme portföyünüz dolu (500 işlem). Yeni işlem için portföyü sıfırlayın.',
  ],
  'password-weak': [
    'Hesap şifreniz zayıf olduğu için canlı borsa anahtarı eklenemez. Önce hesap sayfasından şifrenizi değiştirin, sonra yeniden deneyin.',
  ],
  'exchange-unreachable': [
    'Demo piyasa açık: gerçek borsalara ulaşılamıyor. Anahtarınız hiçbir yere gönderilmedi ve kaydedilmedi; denemek için demo hesabı kullanın.',
  ],
  'opportunity-closed': ['Bu fırsat kapandı. Güncel listeden başka bir fırsat seçin.'],
}

const OF_FIELDS: ReadonlySet<string> = new Set([
  'Bu alan gerekli.',
  'Geçerli bir değer değil.',
  'Çok kısa.',
  'Çok uzun.',
  'Şifreler eşleşmiyor',
  'Şifre en az 6 karakter olmalı',
  'Yönetici şifresi en az 15 karakter olmalı',
  'Ad alanı gerekli',
  'Soyad alanı gerekli',
  'Telefon numarası gerekli',
  'Geçerli bir telefon numarası girin',
  'Geçerli bir e-posta adresi girin',
  'Adreste Türkçe “İ” var; yerine “i” yazın',
  'Konu başlığı gerekli',
  'Açıklama alanı gerekli',
  'Mesaj alanı gerekli',
  'Not alanı gerekli',
  'Hazır yanıt başlığı gerekli',
  'Hazır yanıt metni gerekli',
  'Ekli kanıt çok büyük',
  'Başlık alanı gerekli',
  'İçerik alanı gerekli',
  'API Key çok kısa veya geçersiz format',
  'Secret Key çok kısa veya geçersiz format',
  'OKX için passphrase zorunlu',
  'Binance API anahtarı geçersiz format',
  'OKX API anahtarı geçersiz format',
  'Bybit API anahtarı 20 veya 32 karakter olmalı',
  'Kraken API anahtarı geçersiz format',
  'Kraken test ağı sunmuyor',
  'Desteklenmeyen borsa',
  'Tutar 100 ile 10.000 USD arasında, en çok iki ondalıklı olmalı.',
  'Tutar sıfırdan büyük, en çok sekiz ondalıklı bir sayı olmalı.',
  'Görünüm adı gerekli',
])

/** A sentence of a field that ends with the character in the way. */
const NAMED = /^(.+): (satır sonu|sekme|boşluk|görünmeyen karakter \(U\+[\dA-F]{4,6}\)|“\S{1,2}”) kullanılamaz\.$/u

const isOfField = (sentence: string): boolean => {
  const [, before = ''] = NAMED.exec(sentence) ?? []
  return (
    OF_FIELDS.has(sentence) ||
    OF_FIELDS.has(before) ||
    OF_FIELDS.has(`${before}.`) ||
    /^Şunlardan biri olmalı: .+\.$/.test(sentence)
  )
}

/** A refused login that names a letter of the typed address. */
const WITH_LETTER =
  /^Geçersiz email veya şifre\. Yazdığınız adreste “\S{1,2}” var; klavyeniz yanlış yazdıysa düzeltip yeniden deneyin\.$/u

/** What is wrong with the sentences of a refusal, as a text; null where all of them are specified for its code. */
export function unspecified({ code, detail, fields = {} }: Refusal): string | null {
  const isKnown =
    detail === OF_CODES[code] ||
    INSTEAD[code]?.includes(detail) === true ||
    (code === 'invalid-credentials' && WITH_LETTER.test(detail)) ||
    (code === 'validation' && isOfField(detail))
  if (!isKnown) return `${code}: ${detail}`
  const wrong = Object.entries(fields).find(([, sentence]) => !isOfField(sentence))
  return wrong === undefined ? null : `${code}, field ${wrong[0]}: ${wrong[1]}`
}

type Refusal = {
  readonly code: string
  readonly detail: string
  readonly fields?: Readonly<Record<string, string>> | undefined
}
