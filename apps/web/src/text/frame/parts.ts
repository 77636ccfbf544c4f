/** Text of the shared parts. */
export const parts = {
  sortUp: 'artan sıralı',
  sortDown: 'azalan sıralı',
  pager: {
    label: 'Sayfalar',
    /** Range of rows, and their total. */
    range: (from: string, to: string, total: string) => `${from}–${to} / ${total}`,
    page: (page: string, pages: string) => `Sayfa ${page} / ${pages}`,
    previous: 'Önceki',
    next: 'Sonraki',
  },
  notANumber: 'Bir sayı yazın.',
  count: (typed: string, most: string) => `${typed} / ${most}`,
} as const
