/** Words of the switch that stops all new trades. */
export const tradingText = {
  stopped: (since: string) =>
    `Yeni emirler ${since} itibarıyla yönetici tarafından durduruldu. Süren işlemler tamamlanıyor.`,
}
