import type { EngineReason } from '@makas/contract'

/** Text in place of the list of opportunities where there is no row to show. Loaded with it. */
export const emptyListWords = {
  empty: {
    title: 'Fırsat bulunamadı',
    rejected: (count: string) =>
      `Şu anda ${count} makas izleniyor (üç tür birlikte); hiçbirinde komisyon, kayma, miktar sınırı ve doğrulamadan geçen bir kazanç yok.`,
  },
  engine: {
    'choosing-source': 'Borsalara bağlanılıyor. 10 saniye içinde ulaşılamazsa demo piyasa açılır.',
    'proving-books': 'Emir defterleri doğrulanıyor. İlk fırsatlar birkaç saniye içinde görünür.',
    'no-live-book':
      'Şu anda doğrulanmış bir emir defteri yok. Defterler yeniden kurulunca fırsatlar kendiliğinden görünür.',
    'engine-restarting': 'Hesaplama motoru yeniden başlıyor. Birkaç saniye içinde fırsatlar kendiliğinden görünür.',
    'engine-stopped':
      'Hesaplama motoru durdu. Eski veri göstermiyoruz; motor yeniden çalışınca liste kendiliğinden dolar.',
  } satisfies Record<EngineReason, string>,
  engineTitle: 'Henüz gösterilecek veri yok',
  allDown: {
    title: 'Borsaların hiçbirine ulaşılamıyor',
    text: 'Dört borsa da yanıt vermiyor. Eski fiyatla fırsat göstermiyoruz; bağlantı otomatik olarak yeniden deneniyor.',
    more: 'Borsaların durumu',
  },
  none: {
    title: 'Filtrelere uyan fırsat yok',
    text: (all: string) => `${all} fırsat var, hiçbiri seçtiğiniz filtrelerin hepsine uymuyor. Filtreleri gevşetin.`,
    cost: (name: string, count: string) => `En çok eleyen “${name}”: ${count} fırsat.`,
    unproven: (count: string, least: string) =>
      `${count} fırsatın güveni ${least} eşiğinin altında, ama bu henüz bir ön tahmin: rotaları yeterince ölçülmedi. Ön tahmin, listedeki veri yaşlandıkça düşer; önbellekteki liste bu yüzden bu eşikle sık sık boş kalır.`,
    all: 'Tüm fırsatları göster',
    loosen: (name: string) => `“${name}” filtresini kaldır`,
  },
} as const
