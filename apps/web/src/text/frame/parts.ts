/** What the shared parts say by themselves; what they stand for is said by their page. */
export const parts = {
  sortUp: 'artan sıralı',
  sortDown: 'azalan sıralı',
  pager: {
    label: 'Sayfalar',
    /** `from` to `to` of all. */
    range: (from: string, to: string, total: string) => `${from}–${to} / ${total}`,
    page: (page: string, pages: string) => `Sayfa ${page} / ${pages}`,
    previous: 'Önceki',
    next: 'Sonraki',
  },
  notANumber: 'Bir sayı yazın.',
  count: (typed: string, most: string) => `${typed} / ${most}`,
} as const
