/** Text of the file of rows. */
export const csvWords = {
  file: 'makas-firsatlar',
  done: 'CSV indirildi',
  savedAt: 'Kaydedildiği an',
  source: 'Kaynak',
} as const
