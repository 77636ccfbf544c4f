import type { PortfolioAsset } from '@makas/contract'

/** Text of the page of exchange connections. */
export const apiManagementText = {
  title: 'API yönetimi',
  welcome: 'Hoş geldiniz,',
  back: 'Fırsatlara dön',
  add: 'Borsa ekle',
  wizard: 'Adım adım bağla',
  connected: 'Borsa bağlantınız hazır.',
  older: 'Gösterilen liste eski olabilir.',
  count: (all: number) => `${all} bağlantı`,
  counts: {
    connected: (count: number) => `${count} bağlı`,
    pending: (count: number) => `${count} doğrulanıyor`,
    error: (count: number) => `${count} hata`,
    disabled: (count: number) => `${count} devre dışı`,
  },
  visitor: {
    text: 'Borsa bağlantılarınızı görmek ve yönetmek için hesabınıza girin.',
    register: 'Hesap oluştur',
  },
  none: {
    title: 'Henüz bağlı borsanız yok',
    text: 'Bağladığınız her borsanın durumu, yetkileri ve bakiyesi burada görünür. Yalnız okuma ve işlem yetkisi olan, çekimi kapalı anahtarlar kabul edilir.',
  },
  card: {
    balance: 'Bakiye',
    total: 'Toplam, USDT',
    more: (count: number) => `ve ${count} varlık daha`,
    empty: 'Bu hesapta varlık yok.',
    unread: 'Bakiye okunamadı.',
    loading: 'Bakiye okunuyor',
    unvalued: {
      'test-money': 'test parası',
      'other-market': 'başka piyasada',
      'not-listed': 'değeri bilinmiyor',
      'no-live-book': 'değeri bilinmiyor',
      'market-away': 'değeri bilinmiyor',
    } satisfies Record<NonNullable<PortfolioAsset['unvalued']>, string>,
    testMoney: 'Test ağının bakiyesi gerçek para değildir ve toplama katılmaz.',
    demoMoney: 'Demo hesabın bakiyesi sanaldır; gerçek para değildir.',
    asset: 'Varlık',
    amount: 'Miktar',
    value: 'USDT',
    update: 'Güncelle',
    updateOf: (name: string) => `${name}: güncelle`,
    deleting: 'Siliniyor',
    troubles: {
      error:
        'Borsa bu anahtarı kabul etmedi. Anahtar borsada silinmiş, süresi dolmuş ya da IP listesi bu sunucuyu içermiyor olabilir. Anahtarı güncelleyince bağlantı yeniden kurulur.',
      disabled:
        'Bu anahtarın para çekme izni açık ya da okunamıyor; kullanımı durduruldu. Borsada çekim iznini kapatıp yeniden doğrulayın.',
      pending: 'Anahtar borsaya soruluyor. Genellikle 2–4 saniye sürer; sayfadan ayrılırsanız doğrulama sürer.',
    },
    differs: {
      text: 'Bu bağlantıyla yeni emir gönderilmiyor; süren geri alımlar etkilenmez. Borsada hesabınızı kontrol edin.',
      looked: 'Kontrol ettim',
      lookedOf: (name: string) => `${name}: kontrol ettim, yeni emirlere izin ver`,
      failed: 'Emirler açılamadı. Biraz sonra yeniden deneyin.',
    },
    noTrade: 'İşlem yetkisi kapalı: bu anahtarla bakiye okunur, işlem yapılamaz.',
  },
  dialog: {
    add: 'Borsa bağlantısı ekle',
    update: (name: string) => `${name} bağlantısını güncelle`,
    form: 'Borsa bağlantısı formu',
    choose: 'Borsa seçin',
    other: 'Başka bir borsa',
    otherHint: 'Desteklenen borsalar: Binance, OKX, Bybit, Kraken.',
    fixed: 'Güncellerken borsa değiştirilemez.',
    networkFixed: 'Güncellerken ağ değiştirilemez. Öbür ağdaki anahtar için yeni bir bağlantı ekleyin.',
    replaces: 'Kayıtlı anahtar silinir, yerine yenisi konur.',
    save: 'Doğrula ve kaydet',
    saving: 'Doğrulanıyor ve kaydediliyor',
    cancel: 'Vazgeç',
    noTestnet: 'Kraken test ağı sunmuyor; anahtar gerçek hesabınıza aittir.',
  },
  facts: [
    {
      title: 'Yalnız çekimi kapalı anahtar',
      text: 'Çekim yetkisi açık olan ya da yetkisi okunamayan anahtar kaydedilmez. Yetkiler 24 saatte bir ve her işlemden önce yeniden sorulur.',
    },
    {
      title: 'Şifreli ve tek yönlü',
      text: 'Gizli bölüm her kayıt için ayrı anahtarla şifrelenir; kaydettikten sonra hiçbir ekranda, kayıtta ya da yedekte açık durmaz.',
    },
    {
      title: 'Silince silinir',
      text: '“Sil” yalnız bu kaydı kaldırmaz, şifreli hâlini de yok eder. Anahtarı ayrıca borsanın kendi sayfasından iptal edin.',
    },
  ],
} as const
