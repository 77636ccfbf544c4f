import type { Mode } from '@makas/contract'

const modes: Readonly<Record<Mode, { readonly text: string; readonly figure: string; readonly drawing: string }>> = {
  spot: {
    text: 'İki borsa arasındaki fiyat farkı: aynı çifti ucuz borsada alır, pahalı borsada satarsınız.',
    figure: 'Ölçü: net getiri (ROI)',
    drawing: 'İki borsanın fiyat çizgisi; aradaki açıklık makastır',
  },
  carry: {
    text: 'Nakit-taşı: tek borsada spot alır, aynı varlığın sürekli vadelisini kısa satarsınız; fonlama ödemeleri kazandırır.',
    figure: 'Ölçü: yıllıklandırılmış net getiri (APY)',
    drawing: 'Dönem dönem alınan fonlama ödemeleri',
  },
  tri: {
    text: 'Tek borsada üç bacaklı döngü: üç alım satımla başladığınız varlığa daha fazlasıyla dönersiniz.',
    figure: 'Ölçü: net getiri (ROI)',
    drawing: 'Üç varlık arasında kapanan döngü',
  },
}

/** Text of the landing page below its figures. */
export const landingSections = {
  example: {
    title: 'Makastan geriye ne kalır?',
    lead: 'İki borsadaki fiyat farkı kazanç değildir. Fark, emrinizin defterde ilerlemesiyle (kayma) ve iki borsanın komisyonuyla küçülür. Makas yalnız bunlardan sonra bir şey kalan rotayı listeler.',
    caption: '20 SOL için örnek hesap, USDT',
    mark: 'örnek',
    line: 'Kalem',
    money: 'Tutar',
    gross: 'Brüt makas',
    grossText: 'OKX en iyi satış fiyatı ile Binance en iyi alış fiyatı arasındaki fark × 20 SOL',
    slippage: 'Kayma',
    slippageText: '20 SOL en iyi fiyatta yetmez; sonraki kademelere ulaşılır',
    fees: 'İki komisyon',
    feesText: 'iki borsanın en düşük kademe piyasa alıcı komisyonu',
    net: 'Net',
    netText: 'maliyetin %0,41 kadarı',
  },
  modes: {
    title: 'Üç yöntem',
    each: modes,
    open: (name: string) => `${name} fırsatlarını aç`,
  },
  demo: {
    title: '10.000 USD sanal parayla deneyin',
    text: 'Üyelik ve anahtar gerekmez. Tur, 10.000 USD sanal bakiyeyle üç adımda bir fırsat seçtirir, demo borsaları bağlar ve bir deneme işlemi yaptırır. Gerçek para kullanılmaz, hiçbir borsaya emir gitmez.',
    balance: 'Sanal bakiye',
    amount: '10.000 USD',
    steps: ['Bir demo fırsat seçin', 'Demo borsa bağlantısını görün', 'Deneme işlemini çalıştırın'],
    start: 'Deneme turunu başlat',
  },
  features: {
    title: 'Özellikler',
    list: [
      {
        name: 'Dört borsa tek ekranda',
        text: 'Binance, OKX, Bybit ve Kraken defterleri yan yana; her borsanın bağlantısı ve verisinin yaşı görünür.',
      },
      {
        name: 'Net hesap',
        text: 'Komisyon, kayma ve işlem adımı düşülür. Masrafını karşılamayan makas listeye girmez.',
      },
      {
        name: 'Her sayının kanıtı',
        text: 'Bir getiriye dokunun: hangi emirlerden, hangi komisyonla, kaç milisaniyelik veriyle hesaplandığı açılır.',
      },
      {
        name: 'Simülasyon ve demo işlem',
        text: 'Bir fırsatı kendi tutarınızla adım adım çalıştırın; sonucu para koymadan görün.',
      },
      {
        name: 'Filtreler ve hazır ayarlar',
        text: 'Getiri, borsa, kaldıraç, likidasyon uzaklığı ve ömür için filtreler; temkinli, dengeli ve atak ayarlar.',
      },
      {
        name: 'Çekimsiz anahtar',
        text: 'Borsa anahtarınızın yetkileri okunur; çekim açıksa anahtar reddedilir ve saklanmaz.',
      },
    ],
  },
  audience: {
    title: 'Kim ne görür?',
    who: 'Kim',
    gets: 'Ne sunulur',
    rows: [
      {
        who: 'Ziyaretçi',
        gets: 'Önbellek verisi (son 90 saniye), simülasyonlar ve 10.000 USD demo.',
      },
      { who: 'Üye', gets: 'Anlık veri, borsa API anahtarlarını bağlama ve bakiyelerin toplamı.' },
      { who: 'Premium üye', gets: 'Bağlı anahtarıyla satırlardaki işlem düğmesi.' },
      { who: 'Destek isteyen', gets: 'Yardım merkezi, destek talebi ve yanıtların takibi.' },
      { who: 'Yönetici', gets: 'Kullanıcılar, talepler ve makaleler için ayrı bir yönetim paneli.' },
    ],
  },
  plans: {
    title: 'Planlar',
    lead: 'Fiyatlara KDV dahildir. Ödeme henüz alınmıyor: planı hesaba yönetici tanımlar. Bugün her üye, planı ne olursa olsun aynı güncel veriyi görür.',
    soon: 'yakında',
    popular: 'En popüler',
    vat: 'KDV dahil',
    user: { open: 'Fırsatları açın', ask: 'Destekten isteyin' },
    starter: {
      name: 'Starter',
      price: 'Ücretsiz',
      period: '7 gün deneme',
      action: 'Ücretsiz başlayın',
      lines: [
        { text: '2 borsa', isSoon: false },
        { text: '5 dakikada bir veri yenileme', isSoon: false },
        { text: 'Elle işlem', isSoon: false },
        { text: 'E-posta desteği', isSoon: true },
      ],
      without: 'Otomatik pilot yok',
    },
    pro: {
      name: 'Pro',
      price: '₺299',
      period: 'aylık',
      action: 'Hesap açın',
      lines: [
        { text: '5+ borsa', isSoon: true },
        { text: '1 saniyelik gerçek zamanlı veri', isSoon: false },
        { text: 'Otomatik pilot modu', isSoon: true },
        { text: 'Gelişmiş filtreler', isSoon: false },
        { text: 'Öncelikli destek', isSoon: true },
      ],
    },
    enterprise: {
      name: 'Enterprise',
      price: '₺999',
      period: 'aylık',
      action: 'İletişime geçin',
      lines: [
        { text: 'Sınırsız borsa', isSoon: true },
        { text: 'API erişimi', isSoon: true },
        { text: 'Özel stratejiler', isSoon: true },
        { text: '7/24 telefon desteği', isSoon: true },
        { text: 'SLA', isSoon: true },
      ],
    },
  },
  steps: {
    title: 'Nasıl çalışır?',
    soon: 'yakında',
    list: [
      {
        name: 'Borsanızı bağlayın',
        text: 'Borsanızda çekim yetkisi kapalı bir API anahtarı oluşturup sihirbaza girin; yetkileri sizin için okunur.',
        isSoon: false,
      },
      {
        name: 'Stratejinizi seçin',
        text: 'Spot, taşıma ya da üçgen; filtreleri kendi riskinize göre ayarlayın.',
        isSoon: false,
      },
      {
        name: 'Otomatik kazanç',
        text: 'Seçtiğiniz sınırlar içinde emirlerin kendiliğinden verilmesi hazırlanıyor. Kazanç garanti değildir.',
        isSoon: true,
      },
    ],
  },
  safety: {
    title: 'Risk ve güvenlik, açık sözle',
    risks: {
      title: 'Ne ters gidebilir?',
      list: [
        'Makas siz emir verirken kapanabilir; görünen kazanç gerçekleşmeyebilir.',
        'İki emirden yalnız biri gerçekleşirse açık pozisyonda kalırsınız.',
        'Fonlama oranı yön değiştirebilir; kaldıraçlı bacak likide olabilir.',
        'Borsa çekimi durdurabilir ya da hesabınıza erişemeyebilirsiniz.',
      ],
    },
    keys: {
      title: 'Anahtarınız nasıl korunur?',
      list: [
        'Çekim yetkisi açık anahtarı kabul etmeyiz; açıldığını görürsek anahtarı kapatırız.',
        'Anahtar, her kayda özel bir şifreyle şifrelenir ve ayrı bir süreçte açılır.',
        'Gizli anahtar hiçbir ekranda, dışa aktarmada ya da kayıt dosyasında görünmez.',
        'Sildiğiniz bağlantı gerçekten silinir.',
      ],
    },
    notice:
      'Kâr garantisi yoktur, yatırım tavsiyesi değildir. İşlemler kendi borsa hesabınızda, çekim yetkisi kapalı anahtarlarla yürür.',
    more: 'Risk bildiriminin tamamı',
  },
} as const
