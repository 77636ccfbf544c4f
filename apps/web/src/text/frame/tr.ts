import type { LegalPage, MarketSource, Mode } from '@makas/contract'
import { EXCHANGE_TITLES } from '@makas/domain'

const modes: Readonly<Record<Mode, string>> = { spot: 'Spot', carry: 'Taşıma', tri: 'Üçgen' }

/**
 * Text of the frame and of parts that pages share. Formal "siz"; no case endings on values that vary (turkish.md § 2).
 */
export const tr = {
  brand: 'Makas',
  beta: 'BETA',
  betaHint: 'Ürün deneme aşamasındadır.',
  skip: 'İçeriğe geç',
  nav: {
    label: 'Ana gezinti',
    home: 'Makas, ana sayfa',
    start: 'Ana sayfa',
    features: 'Özellikler',
    keys: 'API yönetimi',
    opportunities: 'Fırsatlar',
    dashboard: 'Panel',
    help: 'Yardım',
    support: 'Destek',
    status: 'Durum',
    openMenu: 'Menüyü aç',
    closeMenu: 'Menüyü kapat',
    logIn: 'Giriş yap / Başla',
    logOut: 'Çıkış',
  },
  theme: { toDark: 'Koyu temaya geç', toLight: 'Açık temaya geç' },
  exchanges: EXCHANGE_TITLES,
  modes,
  sources: { live: 'canlı', demo: 'demo piyasa', replay: 'kayıt' } satisfies Record<MarketSource, string>,
  banner: {
    label: 'Verinin kaynağı',
    demo: {
      name: 'Demo piyasa',
      text: 'Fiyatlar benzetilmiş borsalardan gelir ve gerçek değildir.',
    },
    replay: { name: 'Kayıt', text: 'Fiyatlar bir kayıttan oynatılıyor; güncel değildir.' },
    more: 'Ayrıntı',
    moreLabel: 'Ayrıntı: veri akışının durumu',
  },
  footer: {
    risk: 'Kâr garantisi yoktur, yatırım tavsiyesi değildir. İşlemler kendi borsa hesabınızda, çekim yetkisi kapalı anahtarlarla yürür.',
    legal: 'Yasal metinler',
    status: 'Veri akışının durumu',
    pages: {
      kvkk: 'KVKK aydınlatma metni',
      'acik-riza': 'Açık rıza metni',
      cerezler: 'Çerez politikası',
      'kullanim-kosullari': 'Kullanım koşulları',
      'risk-bildirimi': 'Risk bildirimi',
      'mesafeli-satis': 'Mesafeli satış sözleşmesi',
      'on-bilgilendirme': 'Ön bilgilendirme formu',
      'iptal-iade': 'İptal ve iade koşulları',
      basvuru: 'Veri sorumlusuna başvuru',
      'saklama-imha': 'Saklama ve imha politikası',
      kunye: 'Künye ve iletişim',
    } satisfies Record<LegalPage, string>,
  },
  states: {
    loading: 'Yükleniyor',
    failed: 'Şu anda okunamıyor.',
    retry: 'Yeniden dene',
    notLoaded: (name: string) => `${name}: yüklenemedi. Bağlantınız kesilmiş ya da site güncellenmiş olabilir.`,
  },
  dialogs: { name: 'Pencere', ok: 'Tamam', cancel: 'Vazgeç', close: 'Kapat' },
  crashed: {
    title: 'Bu sayfa açılamadı',
    text: 'Sayfanın bir parçası yüklenemedi ya da beklenmedik bir veriyle karşılaştı. Yeniden yüklemek genellikle çözer.',
    reload: 'Yeniden yükle',
  },
} as const
