import type { Mode } from '@makas/contract'

type ModeDetails = {
  /** In place of an empty list. */
  readonly empty: string
  /** Beneath the filter of the least gain. */
  readonly minPnLNote: string
  /** Of the simulation: what it shows, what it assumes, and its steps. */
  readonly intro: string
  readonly assumed: (...figures: string[]) => readonly string[]
  readonly steps: (...names: string[]) => readonly string[]
  /** In which order the orders of a trade are sent. */
  readonly order: string
  /** Headings of the file of rows. */
  readonly csv: readonly string[]
}

const COMMON = [
  'Gecikme, ms',
  'Güven',
  'Kalan ömür, ms',
  'Yaş, ms',
  'Kaynak',
  'Hesaplandığı an, UTC',
  'Kimlik',
] as const

/** Text of each mode in what is opened on the opportunities page. Loaded with it. */
export const modeDetails = {
  spot: {
    empty:
      'Şu anda masrafını karşılayan bir makas yok. Yeni bir fırsat çıktığı anda burada görünür; sayfayı yenilemeniz gerekmez.',
    minPnLNote: 'Gösterilen miktarın tamamı işlenirse, giderlerden sonra kalan para.',
    intro: 'Bu makasla bir alım satımın nasıl ilerleyeceğini adım adım gösterir. Gerçek emir gönderilmez.',
    assumed: (fee: string, slippage: string) => [
      `Brüt makas listeden alınır.`,
      `Komisyon işlemin tamamı için ${fee}.`,
      `Kayma işlemin tamamı için ${slippage}.`,
    ],
    steps: (buy: string, sell: string) => [
      'Emir defterleri karşılaştırılıyor',
      `${buy} borsasında alış canlandırılıyor`,
      `${sell} borsasında satış canlandırılıyor`,
      'Komisyon ve kayma düşülüyor',
      'Kazanç hesaplanıyor',
    ],
    order: 'Emirler aynı anda gider.',
    csv: [
      'Çift',
      'Alış borsası',
      'Satış borsası',
      'Brüt, %',
      'Komisyon, %',
      'Kayma, %',
      'Net getiri, %',
      'Net K/Z',
      'Para birimi',
      'Miktar',
      'Miktarın birimi',
      'Alış fiyatı',
      'Satış fiyatı',
      ...COMMON,
    ],
  },
  carry: {
    empty:
      'Şu anda fonlaması masrafını karşılayan bir taşıma yok. Fonlama oranları yükseldiğinde fırsatlar burada kendiliğinden görünür.',
    minPnLNote: '',
    intro: 'Spot alıp sürekli vadeli satmanın bir yılını adım adım gösterir. Gerçek emir gönderilmez.',
    assumed: (funding: string, stop: string, borrow: string) => [
      `Fonlama 8 saatte ${funding}; bir yıl boyunca değişmez sayılır.`,
      `Kill-switch: APY ${stop} sınırının altına inerse pozisyon kapatılır.`,
      `Tahmini borçlanma maliyeti yılda ${borrow}.`,
    ],
    steps: (exchange: string) => [
      'Fonlama oranı okunuyor',
      `${exchange} borsasında spot alış canlandırılıyor`,
      `${exchange} borsasında short pozisyon canlandırılıyor`,
      'Fonlama ödemeleri bir yıla yayılıyor',
      'Borçlanma maliyeti ve kill-switch denetleniyor',
    ],
    order:
      'Önce vadeli emir gider; gerçekleşen miktar kadar spot emir onu izler. Göndermeden önce hesabınızda sözleşme izole teminata ve satırın kaldıracına ayarlanır (Bybit’te teminat modu bütün hesap için değişir).',
    csv: [
      'Çift',
      'Borsa',
      'Fonlama 8 sa, %',
      'Baz, %',
      'Komisyon, %',
      'Kayma, %',
      'Net APY, %',
      'Taşıma, gün',
      'Günlük K/Z',
      'Teminat',
      'Para birimi',
      'Kaldıraç',
      'Likidasyon uzaklığı, %',
      ...COMMON,
    ],
  },
  tri: {
    empty: 'Şu anda masrafını karşılayan bir döngü yok. Üçgen fırsatlar kısa ömürlüdür; çıktığı anda burada görünür.',
    minPnLNote: 'Gösterilen miktarla bir turdan, giderlerden sonra kalan para.',
    intro: 'Üç bacaklı döngünün nasıl ilerleyeceğini adım adım gösterir. Gerçek emir gönderilmez.',
    assumed: (fees: string, slippage: string) => [
      `Brüt makas listeden alınır.`,
      `Komisyon üç bacak için toplam ${fees} baz puan.`,
      `Kayma üç bacak için toplam ${slippage} baz puan.`,
    ],
    steps: (first: string, second: string, third: string) => [
      'Üç emir defteri karşılaştırılıyor',
      `1. bacak canlandırılıyor: ${first}`,
      `2. bacak canlandırılıyor: ${second}`,
      `3. bacak canlandırılıyor: ${third}`,
      'Komisyon ve kayma düşülüyor',
      'Kazanç hesaplanıyor',
    ],
    order: 'Emirler sırayla gider; her biri bir öncekinden geleni kullanır.',
    csv: [
      'Başlangıç',
      'Borsa',
      'Döngü',
      'Brüt, %',
      'Komisyon, %',
      'Kayma, %',
      'Net getiri, %',
      'Net K/Z',
      'Gerçekleşebilir',
      ...COMMON,
    ],
  },
} as const satisfies Record<Mode, ModeDetails>

export const detailsOf = (mode: Mode): ModeDetails => modeDetails[mode]
