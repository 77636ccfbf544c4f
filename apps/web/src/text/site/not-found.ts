/** Text of the page for addresses without a page. */
export const notFoundText = {
  title: 'Sayfa bulunamadı',
  text: 'Bu adreste bir sayfa yok. Adres değişmiş ya da yanlış yazılmış olabilir.',
  back: 'Fırsatlara dön',
} as const
