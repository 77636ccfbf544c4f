import type { EngineReason, FeedState, MarketSource } from '@makas/contract'

/** Text of the page of the feeds' state. */
export const status = {
  title: 'Veri akışının durumu',
  lead: 'Fırsatlar yalnız doğrulanmış ve taze emir defterlerinden hesaplanır. Bu sayfa, her borsadan gelen akışın şu anki durumunu gösterir.',
  source: 'Kaynak',
  engine: 'Hesaplama',
  engineStates: { starting: 'başlıyor', ready: 'çalışıyor', down: 'durdu' },
  /** In place of the state where the reason says more. */
  engineReasons: { 'engine-restarting': 'yeniden başlıyor', 'no-live-book': 'defter bekliyor' } as Readonly<
    Partial<Record<EngineReason, string>>
  >,
  since: 'Çalışma başlangıcı',
  asOf: 'Son ölçüm',
  undecided: 'seçiliyor',
  table: 'Borsaların durumu',
  loading: 'Durum yükleniyor',
  failed: 'Durum bilgisi alınamıyor. Sunucuya ulaşılamıyor; otomatik olarak yeniden deniyoruz.',
  silent: 'Sunucu yanıt vermiyor.',
  old: (age: string) => `Aşağıdaki bilgiler ${age} önce alındı.`,
  unknown: '–',
  none: 'Kullanılan bir borsa yok.',
  columns: {
    exchange: 'Borsa',
    state: 'Durum',
    books: 'Defter',
    age50: 'Yaş, ortanca',
    age99: 'Yaş, p99',
    gaps: 'Kopukluk',
    checksums: 'Sağlama hatası',
    resyncs: 'Yeniden kurma',
    reconnects: 'Yeniden bağlanma',
    bans: 'Engel',
    refused: 'Reddedilen ileti',
    unconfirmed: 'Onaysız abonelik',
    skew: 'Saat farkı',
  },
  states: {
    starting: 'Başlıyor',
    live: 'Canlı',
    late: 'Gecikmeli',
    reconnecting: 'Yeniden bağlanıyor',
    resync: 'Defter yeniden kuruluyor',
    maintenance: 'Bakımda',
    rate_limited: 'İstek sınırında',
    clock_skew: 'Saat farkı büyük',
    down: 'Ulaşılamıyor',
  } satisfies Record<FeedState, string>,
  stateUnknown: 'Bilinmiyor',
  /** Why a feed is not running, by the machine word of the call; an unknown word is shown as it is. */
  reasons: {
    unreachable: 'Sunucusuna bağlanılamıyor',
    tls: 'Güvenli bağlantı kurulamıyor',
    dns: 'Adresi çözülemiyor',
    banned: 'Çok sık sorulduğu için bir süre yanıt vermiyor',
    'too-many-requests': 'İstek sınırı dolduğu için bekleniyor',
    'region-refused': 'Sunucunun bulunduğu ülkeye hizmet vermiyor (451/403)',
    maintenance: 'Borsa bakımda olduğunu bildirdi',
    'instruments-unavailable': 'Parite listesi alınamıyor',
    silent: 'Bağlantı açık, ileti gelmiyor',
  } as Readonly<Record<string, string>>,
  demoLive: 'Çalışıyor',
  legend:
    'Kopukluk: akışta eksik bir değişiklik fark edildi; o defter anında listeden çıkarılır ve yeniden kurulur. Sağlama hatası: borsanın gönderdiği sağlama toplamı tutmadı. Yaş: defterlerin son güncellemesinden bu yana geçen süre.',
}

/** The word of a feed's state, null for one that is not known; `Canlı` only for the real market (turkish.md § 2). */
export const stateWords = (state: FeedState | null, source: MarketSource | null): string =>
  state === null ? status.stateUnknown : state === 'live' && source !== 'live' ? status.demoLive : status.states[state]
