import type { Category } from '@makas/contract'

/** Text about articles, shared by help centre and admin panel. */
export const helpWords = {
  /** Two categories of one subject have one label (product-decisions.md 11). */
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
