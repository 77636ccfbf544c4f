/** Title and description of pages that only the script draws, for clients that read nothing but the head. */
export const pageHeads = {
  '/opportunities': {
    title: 'Arbitraj fırsatları',
    description:
      'Binance, OKX, Bybit ve Kraken arasındaki spot, taşıma ve üçgen arbitraj fırsatları; komisyon ve kayma düşülmüş hâliyle, kanıtıyla.',
  },
  '/status': {
    title: 'Veri akışının durumu',
    description: 'Her borsadan gelen emir defteri akışının şu anki durumu: yaş, kopukluk, sağlama ve yeniden bağlanma.',
  },
  '/help': {
    title: 'Yardım merkezi',
    description:
      'Makas hakkında makaleler: arbitraj yöntemleri, borsa bağlama, güvenlik ve hesap. Arayın ya da göz atın.',
  },
  '/support': {
    title: 'Destek',
    description: 'Makas ekibine destek talebi açın ve yanıtları buradan izleyin.',
  },
} as const
