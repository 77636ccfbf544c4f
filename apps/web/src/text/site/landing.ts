import type { Mode } from '@makas/contract'
import { MODES } from '@makas/domain'

/** The modes within a sentence. */
const modes: Readonly<Record<Mode, string>> = { spot: 'spot', carry: 'taşıma', tri: 'üçgen' }

/** Text of the landing page. Its data is never the newest, so no text may call it live. */
export const landing = {
  title: 'Borsalar arası kripto arbitraj ekranı',
  description:
    'Binance, OKX, Bybit ve Kraken arasındaki fiyat makaslarını komisyon ve kayma düşülmüş hâliyle gösterir. 10.000 USD sanal parayla deneyin; her sayının kanıtı açıktır.',
  hero: {
    title: 'Dört borsadaki makası, komisyon ve kayma düşülmüş hâliyle görün.',
    text: 'Kripto alım satımı yapan ve borsalar arasındaki fiyat farkını izlemek isteyenler için. Makas; Binance, OKX, Bybit ve Kraken emir defterlerini sürekli karşılaştırır, komisyon ve kayma düşüldükten sonra kalanı gösterir. Her sayının kanıtı bir tık ötede.',
    tour: '10.000 USD demo ile başlayın',
    opportunities: 'Fırsatlara bakın',
    note: 'Ziyaretçiler son 90 saniyenin önbellek verisini görür. Kâr garantisi yoktur, yatırım tavsiyesi değildir.',
  },
  miniature: {
    title: 'Fırsat tablosundan üç satır',
    pair: 'Çift',
    route: 'Rota',
    size: 'Miktar',
    net: 'Net getiri',
    gross: 'Brüt makas',
    slippage: '− kayma',
    fees: '− iki komisyon',
    netIn: (currency: string) => `Net, ${currency}`,
    zone: 'İstanbul',
    from: (buy: string, sell: string) => `Alış: ${buy} → Satış: ${sell}`,
    sum: (pair: string) => `${pair} satırının hesabı`,
    loading: 'Güncel satırlar alınıyor; bunlar örnektir.',
    failed: 'Güncel satırlar alınamadı; bunlar örnektir. 30 saniyede bir yeniden deneniyor.',
    none: 'Şu anda masrafını karşılayan bir makas yok; satırlar örnektir.',
    few: 'Şu anda burayı dolduracak kadar tam satır yok; satırlar örnektir.',
  },
  marks: {
    sample: 'örnek',
    cache: (age: string) => `önbellek · ${age} önce`,
    demo: (age: string) => `demo piyasa · ${age} önce`,
    replay: (age: string) => `kayıt · ${age} önce`,
  },
  strip: {
    exchanges: { value: '4 borsa', text: 'Binance, OKX, Bybit, Kraken' },
    modes: { value: `${MODES.length} yöntem`, text: MODES.map((mode) => modes[mode]).join(', ') },
    pairs: 'izlenen çift',
    loading: 'sayısı alınıyor',
    failed: 'sayısı alınamadı',
    old: (age: string) => `Yenilenemiyor; ${age} önceki sayı`,
    withdraw: { value: '0', text: 'çekim yetkisi: yetkili anahtarı kabul etmeyiz' },
  },
  samples: {
    title: 'Bir fırsat böyle görünür',
    lead: 'Üç kart sabit örnektir; güncel piyasayı göstermez. Altlarında, 30 saniyede bir yenilenen sayımlar durur.',
    mark: 'örnek',
    confidence: 'Güven',
    outOfTen: (points: string) => `Güven ${points} / 10`,
    grade: { good: 'yüksek', warn: 'orta', bad: 'düşük' },
    net: 'Net getiri',
    pnl: 'Net K/Z',
    size: 'Gerçekleştirilebilir miktar',
    updated: 'Güncellendi',
    istanbul: (time: string) => `${time} (İstanbul)`,
  },
  polled: {
    title: 'Piyasanın son sayımı',
    exchanges: 'veri alınan borsa',
    opportunities: 'listedeki fırsat',
    modes,
    best: 'en yüksek spot net getiri',
    rejected: 'elenen makas: brüt farkı var, doğrulanmış bir kazancı yok',
    every: '30 saniyede bir yenilenir.',
    loading: 'Sayımlar alınıyor…',
    failed: 'Sayımlar alınamadı. Sayfa 30 saniyede bir yeniden dener.',
    stuck: 'Sayımlar yenilenemiyor.',
    old: (age: string) => `Son alınan sayımlar ${age} öncesine ait.`,
    none: 'yok',
    all: 'Tüm fırsatlar',
  },
} as const
