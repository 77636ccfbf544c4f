import type { Category } from '@makas/contract'

/** What help centre and admin panel both say of articles. */
export const helpWords = {
  /** Two names of one subject stand under one label (product-decisions.md 11). */
  categories: {
    genel: 'Genel',
    arbitraj: 'Arbitraj',
    borsa: 'Borsa',
    guvenlik: 'Güvenlik',
    faturalama: 'Faturalama',
    billing: 'Faturalama',
    teknik: 'Teknik',
    technical: 'Teknik',
  } satisfies Record<Category, string>,
  table: 'Tablo',
  anchor: 'Bu bölümün bağlantısı',
  minutes: (count: string) => `${count} dk okuma`,
  views: (count: string) => `${count} görüntülenme`,
  updated: (day: string) => `güncellendi ${day}`,
} as const
