/** Sentences of the sign-up form, for site and server (VALID-02 to VALID-07). */
export const SIGN_UP = {
  passwordsDiffer: 'Şifreler eşleşmiyor',
  passwordShort: 'Şifre en az 6 karakter olmalı',
  adminPasswordShort: 'Yönetici şifresi en az 15 karakter olmalı',
  firstName: 'Ad alanı gerekli',
  lastName: 'Soyad alanı gerekli',
  phone: 'Telefon numarası gerekli',
  phoneForm: 'Geçerli bir telefon numarası girin',
  email: 'Geçerli bir e-posta adresi girin',
  dottedI: 'Adreste Türkçe “İ” var; yerine “i” yazın',
} as const

/** Sentences of the forms of tickets and articles, for site and server (VALID-25, VALID-27, VALID-30). */
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

/** Sentences of the key forms, for site and server (VALID-13 to VALID-18, product-decisions.md 23). */
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

/** Sentences that refuse an order on paper, for site and server. */
export const PAPER_SENTENCES = {
  amount: 'Tutar 100 ile 10.000 USD arasında, en çok iki ondalıklı olmalı.',
  balance: 'Sanal bakiyeniz bu tutara yetmiyor.',
  closed: 'Bu fırsat kapandı. Güncel listeden başka bir fırsat seçin.',
  otherCurrency: 'Yalnız dolar karşılığı (USD, USDT, USDC) çiftler denenebilir.',
  tooSmall: 'Bu fırsatın miktarı borsaların en küçük emrinin altında kalıyor.',
  full: 'Deneme portföyünüz dolu (500 işlem). Yeni işlem için portföyü sıfırlayın.',
} as const

/** Sentences that refuse a trade on a test network, for site and server. */
export const TRADE_SENTENCES = {
  amount: 'Tutar sıfırdan büyük, en çok sekiz ondalıklı bir sayı olmalı.',
  premium: 'Emir göndermek için premium üyelik gerekir.',
  noConnection: (exchanges: string) =>
    `Bu işlem için şu borsalarda test ağı bağlantısı gerekir: ${exchanges}. Gerçek parayla emir gönderilmez.`,
  noDemoConnection: (exchanges: string) =>
    `Demo piyasa açıkken emirler test ağına gitmez; şu borsalarda demo bağlantısı gerekir: ${exchanges}.`,
  /** For a row of the demo market, as far as the site can tell which of the two it takes. */
  noTestOrDemoConnection: (exchanges: string) =>
    `Bu işlem için şu borsalarda test ağı veya demo bağlantısı gerekir: ${exchanges}. Gerçek parayla emir gönderilmez.`,
  noPermission: (connection: string) => `${connection} anahtarının bu işlem için gereken işlem yetkisi yok.`,
  notConnected: (connection: string) =>
    `${connection} bağlantısı şu an kullanılamıyor. Bağlantıyı denetleyip yeniden deneyin.`,
  openOrders: (connection: string, symbol: string) =>
    `${connection} hesabında açık emir sayısı borsanın sınırında; ${symbol} için yeni emir alınmaz. Borsada birkaç açık emri iptal edip yeniden deneyin. Hiçbir emir gönderilmedi.`,
  position: (connection: string, symbol: string) =>
    `${connection} hesabında ${symbol} sözleşmesinde açık bir pozisyon var; bu satırın rakamları onun için hesaplanmadı. Borsada o pozisyonu kapatın ya da başka bir satır seçip yeniden deneyin. Hiçbir emir gönderilmedi.`,
  hedgeMode: (connection: string) =>
    `${connection} hesabı uzun ve kısa pozisyonları ayrı tutuyor (hedge modu). Borsada tek yönlü (one-way, net) pozisyon moduna geçip yeniden deneyin. Hiçbir emir gönderilmedi.`,
  marginMode: (connection: string) =>
    `${connection} hesabında bu sözleşme izole teminata geçirilemedi. Borsada sözleşmenin açık emir ve pozisyonlarını kapatıp izole (isolated) teminatı seçin, sonra yeniden deneyin. Hiçbir emir gönderilmedi.`,
  leverage: (connection: string, leverage: number) =>
    `${connection} hesabında bu sözleşmenin kaldıracı ${leverage}× yapılamadı. Borsada kaldıracı ${leverage}× olarak seçip yeniden deneyin. Hiçbir emir gönderilmedi.`,
  futuresUnread: (connection: string) =>
    `${connection} anahtarıyla vadeli cüzdan şu an okunamıyor. Biraz sonra yeniden deneyin; sürerse anahtarın vadeli işlem yetkisini denetleyin.`,
  balance: (connection: string, needed: string, free: string) =>
    `${connection} bakiyesi yetmiyor: ${needed} gerekli, ${free} var.`,
  krakenCarry: 'Kraken anahtarları yalnız spot işlem yapar; bu taşıma işleminin vadeli bacağı gönderilemez.',
  replay: 'Kayıttan oynatılan piyasada emir gönderilmez.',
  reverse: 'Borç alınarak satılan taşıma işlemleri gönderilmez.',
  closed: 'Bu fırsat kapandı. Güncel listeden başka bir fırsat seçin.',
  tooSmall: 'Bu tutar borsaların en küçük emrinin altında kalıyor.',
  stopped:
    'Yeni emirler yönetici tarafından durduruldu. Süren işlemler tamamlanıyor; emirler açıldığında yeniden deneyin.',
  running: 'Önceki işleminiz hâlâ sürüyor. O bitmeden yenisi başlatılamaz.',
} as const

/** Sentences of the form of a saved view, for site and server. */
export const VIEW_FORM = { name: 'Görünüm adı gerekli' } as const

/** Sentences for fields that have none of their own, for site and server. */
export const FIELD_SENTENCES = {
  missing: 'Bu alan gerekli.',
  wrong: 'Geçerli bir değer değil.',
  tooShort: 'Çok kısa.',
  tooLong: 'Çok uzun.',
  oneOf: (values: readonly string[]) => `Şunlardan biri olmalı: ${values.join(', ')}.`,
} as const

/** Ends a sentence about a field with the character that is in the way; `isWithCharacter` knows it again. */
export const withCharacter = (sentence: string, character: string): string =>
  `${sentence.replace(/\.$/, '')}: ${characterName(character)} kullanılamaz.`

export const isWithCharacter = (sentence: string): boolean => /: .+ kullanılamaz\.$/.test(sentence)

function characterName(character: string): string {
  if (/[\r\n\v\f\u0085\u2028\u2029]/.test(character)) return 'satır sonu'
  if (character === '\t') return 'sekme'
  if (/\s/.test(character)) return 'boşluk'
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return /\p{C}/u.test(character) ? `görünmeyen karakter (U+${code})` : `“${character}”`
}
