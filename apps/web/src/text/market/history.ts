/** Text of the route's history, in the evidence dialog. */
export const historyWords = {
  title: 'Geçmiş',
  lead: 'Bu rotanın son 24 saatteki net getirisi',
  loading: 'Geçmiş yükleniyor',
  empty: 'Bu rota için son 24 saatte kayıt yok. Açık bir fırsatın kaydı birkaç saniye içinde burada görünür.',
  failed: 'Geçmiş alınamadı.',
  chart: (openings: string, low: string, high: string) =>
    `Net getirinin çizgisi: ${openings} açılış, en düşük ${low}, en yüksek ${high}`,
  openBand: 'açık olduğu süreler',
  list: 'Son açılışlar',
  opened: 'Açıldı',
  closed: 'Kapandı',
  lasted: 'Süre',
  best: 'En yüksek',
  stillOpen: 'açık',
  before: 'daha önce',
  recorded: (count: string) => `${count} kayıt`,
  thinned: (shown: string, count: string) => `${count} kaydın ${shown} tanesi çizildi`,
  /** Why a row closed. */
  reasons: {
    negative: 'kazanç bitti',
    stale: 'veri eskidi',
    gap: 'veri koptu',
    checksum: 'defter doğrulanamadı',
    crossed: 'defter tutarsız',
    down: 'bağlantı yok',
    halted: 'işlem durdu',
    refused: 'borsa reddetti',
    quarantine: 'doğrulanıyor',
    end: 'kayıt sonu',
  } as Readonly<Record<string, string>>,
} as const
