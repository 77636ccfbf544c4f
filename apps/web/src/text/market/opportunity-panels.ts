import type { Mode } from '@makas/contract'

/** Text of what is opened on the opportunities page: filters, saved views, keys. Loaded with them. */
export const panelWords = {
  filters: {
    presets: 'Hazır ayarlar',
    preset: { conservative: 'Temkinli', balanced: 'Dengeli', aggressive: 'Atak' },
    presetText: (apy: string, daily: string, leverage: string, distance: string, funding: string) =>
      `APY ${apy} · ${daily}/gün · ${leverage}x · lik. ${distance} · ${funding}`,
    minPnLNote: {
      spot: 'Gösterilen miktarın tamamı işlenirse, giderlerden sonra kalan para.',
      carry: '',
      tri: 'Gösterilen miktarla bir turdan, giderlerden sonra kalan para.',
    } satisfies Record<Mode, string>,
    ownUnit: 'Her satırın kendi para biriminde.',
    minLiqNote: 'Likidasyonu bilinmeyen satırlar elenmez.',
    oneStays: 'En az bir borsa seçili kalır.',
    only: 'Yalnız şunları göster',
    ownedLoading: 'Bakiyeleriniz okunuyor; okununca uygulanır.',
    ownedFailed: 'Bakiyeleriniz şu anda okunamıyor; bu filtre uygulanmıyor.',
    ownedTest: 'Test ağındaki para sayılmaz.',
    ownedUnread: (names: string) => `Okunamayan: ${names}.`,
    notNumber: 'Bir sayı yazın, örneğin 0,50.',
    tooLarge: (most: string) => `En çok ${most} olabilir.`,
    fits: (matched: string, all: string) => `${matched} / ${all} fırsat uyuyor`,
    costliest: (name: string, count: string) => `En çok eleyen: “${name}”, ${count} fırsat`,
    show: (count: string) => `${count} fırsatı göster`,
    ownedOf: (count: string) =>
      `Okunan ${count} borsadaki bakiyenize göre: her bacak için en az 100 USDT değerinde serbest bakiye aranır.`,
  },
  views: {
    title: 'Kayıtlı görünümler',
    none: 'Henüz kayıtlı görünüm yok.',
    name: 'Bu görünümün adı',
    save: 'Kaydet',
    saved: (name: string) => `Görünüm kaydedildi: ${name}`,
    remove: (name: string) => `${name} görünümünü sil`,
    full: 'En çok 20 görünüm kaydedilir. Yenisi için birini silin.',
    failed: 'Görünümleriniz şu anda okunamıyor ya da kaydedilemiyor. Biraz sonra yeniden deneyin.',
    copyLink: 'Bağlantısını kopyala',
    copied: 'Bağlantı kopyalandı',
    copyFailed: 'Bağlantı kopyalanamadı',
  },
  keys: {
    title: 'Klavye kısayolları',
    on: 'Kısayollar açık',
    list: [
      { key: '/', does: 'Arama alanına git' },
      { key: 'j', does: 'Sonraki satır' },
      { key: 'k', does: 'Önceki satır' },
      { key: 'Enter', does: 'Satırın kanıtını aç' },
      { key: 's', does: 'Satırın simülasyonunu aç' },
      { key: 'c', does: 'Filtreleri aç veya kapat' },
      { key: '?', does: 'Bu listeyi aç' },
    ],
  },
} as const
