import type { ExchangeId } from '@makas/contract'

type Guide = {
  /** How to make the key, one step per line. */
  readonly steps: readonly string[]
  /** The boxes on the exchange's page in the exchange's words, and whether to tick them. */
  readonly ticks: readonly { readonly label: string; readonly isOn: boolean }[]
  /** Where on that page to bind the key to an address. */
  readonly address: string
}

/** Text of the exchange wizard. */
export const wizardText = {
  title: 'Borsa bağla',
  close: 'Sihirbazı kapat',
  steps: ['Borsa', 'Anahtar', 'Sonuç'],
  stepOf: (now: number, all: number) => `Adım ${now} / ${all}`,
  choose: {
    title: 'Bir borsa seçin',
    lead: 'Makas yalnız okuma ve işlem yetkisi olan anahtarlarla çalışır; paranız borsanızdaki hesabınızda kalır.',
    connect: 'bağla',
    connected: 'bağlı',
    notConnected: 'bağlı değil',
    unknown: 'durumu bilinmiyor',
    reading: 'durumu okunuyor',
    list: 'Bağlı borsalar',
    none: 'Henüz bağlı borsanız yok. Yukarıdan birini seçerek başlayın.',
  },
  enter: {
    change: 'Borsayı değiştir',
    back: 'Geri',
    send: 'Anahtarı doğrula',
    sending: (exchange: string) => `${exchange} yetkileri soruluyor`,
    cancel: 'Vazgeç',
    duration: 'Borsaya sorulur, genellikle 2–4 sn',
    form: (exchange: string) => `${exchange} anahtarı`,
    keeping:
      'Yapıştırma serbesttir. Anahtar kaydedilince ya da pencere kapanınca alanlar boşaltılır; anahtar sayfada, geçmişte ya da tarayıcıda kalmaz.',
  },
  help: {
    label: 'Anahtar yardımı',
    where: 'Anahtar nerede oluşturulur?',
    tick: 'Neyi işaretlemeli?',
    picture: (exchange: string, on: readonly string[], off: readonly string[]) =>
      `${exchange} yetki ekranında işaretlenecekler: ${on.join(', ')}; boş bırakılacaklar: ${off.join(', ')}`,
    needed: 'Gereken yetkiler',
    must: { on: 'açık olmalı', off: 'kapalı olmalı' },
    rights: { read: 'Okuma', trade: 'İşlem', withdraw: 'Çekim', transfer: 'Transfer' },
    address: 'IP kısıtlaması',
    addressText:
      'Borsanız izin veriyorsa anahtarı yalnız bu sunucunun IP adresinden çalışacak biçimde kısıtlayın; anahtar başkasının eline geçse de işe yaramaz.',
  },
  result: {
    title: (exchange: string) => `${exchange} bağlandı`,
    answer: (time: string) => `Borsanın yanıtı, ${time}`,
    withdrawText: 'Makas paranızı çekemez. Bu yetki sonradan açılırsa anahtar devre dışı kalır ve size bildirilir.',
    transferText: 'Hesaplar arası aktarım.',
    readText: 'Bakiyeniz ve komisyon kademeniz okunur.',
    spotText: 'Spot ve üçgen fırsatlarda işlem yapılabilir.',
    futuresText: 'Taşıma fırsatlarında vadeli bacak açılabilir.',
    noTrade: 'İşlem yetkisi kapalı: bu anahtarla bakiyeniz okunur, işlem yapılamaz.',
    balance: 'Okunan bakiye',
    assets: (count: number) => `${count} varlık`,
    unread: 'okunamadı',
    account: 'Hesap',
    again: 'Başka borsa ekle',
    finish: 'Bitir',
  },
  guides: {
    binance: {
      steps: [
        'Binance › Profil › API Yönetimi › “API oluştur”.',
        '“Sistem tarafından oluşturulan” seçin ve iki adımlı doğrulamayı tamamlayın.',
        'Yetkileri düzenleyin; gizli anahtar yalnız bir kez gösterilir.',
      ],
      ticks: [
        { label: 'Enable Reading', isOn: true },
        { label: 'Enable Spot & Margin Trading', isOn: true },
        { label: 'Enable Withdrawals', isOn: false },
        { label: 'Permits Universal Transfer', isOn: false },
      ],
      address:
        'Binance’te anahtarın kısıtlamalarını düzenleyin ve “Restrict access to trusted IPs only” seçeneğini işaretleyin.',
    },
    okx: {
      steps: [
        'OKX › Profil › API › “API anahtarı oluştur”.',
        'Amaç olarak API ile işlemi seçin. Bir parola ifadesi belirleyin; borsa onu bir daha göstermez.',
        'Yetkilerden Okuma ve İşlem seçin, Çekim işaretsiz kalsın.',
      ],
      ticks: [
        { label: 'Read', isOn: true },
        { label: 'Trade', isOn: true },
        { label: 'Withdraw', isOn: false },
      ],
      address:
        'OKX’te anahtarı oluştururken IP adresi alanını doldurun. İşlem yetkili olup IP adresine bağlanmamış anahtarları OKX 14 gün içinde silebilir.',
    },
    bybit: {
      steps: [
        'Bybit › Hesap › API › “Yeni anahtar oluştur”.',
        '“Sistem tarafından oluşturulan API anahtarları” ve “Okuma-Yazma” seçin.',
        'Birleşik işlem hesabında emir ve pozisyon yetkilerini açın, varlık yetkilerini kapalı bırakın.',
      ],
      ticks: [
        { label: 'Read-Write', isOn: true },
        { label: 'Unified Trading: Orders, Positions', isOn: true },
        { label: 'Assets: Withdrawal', isOn: false },
        { label: 'Assets: Account Transfer', isOn: false },
      ],
      address:
        'Bybit’te anahtarı oluştururken yalnız izin verilen IP adreslerini seçin. IP adresine bağlanmamış anahtarın süresi üç ay sonra dolar.',
    },
    kraken: {
      steps: [
        'Kraken › Ayarlar › API › “API anahtarı oluştur”.',
        'Anahtar API Key ve Private Key olarak iki parça verilir; Private Key yalnız bir kez gösterilir.',
        'Bakiye sorgulama ile emir oluşturma ve kapatma yetkilerini seçin, çekim yetkilerini boş bırakın.',
      ],
      ticks: [
        { label: 'Query Funds', isOn: true },
        { label: 'Create & Modify Orders', isOn: true },
        { label: 'Cancel & Close Orders', isOn: true },
        { label: 'Withdraw Funds', isOn: false },
        { label: 'Add withdrawal address', isOn: false },
      ],
      address: 'Kraken’de anahtar ayarlarında “IP address restriction” seçeneğini açıp adresi yazın.',
    },
  } satisfies Record<ExchangeId, Guide>,
} as const
