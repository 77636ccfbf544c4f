import type { OperatorField } from '@makas/contract'

/** Text around every legal text. */
export const legalPage = {
  version: (version: string) => `Sürüm ${version}`,
  contents: 'İçindekiler',
  others: 'Diğer metinler',
  missing: {
    title: '[ticaret unvanı henüz girilmedi]',
    address: '[adres henüz girilmedi]',
    mersis: '[MERSİS numarası henüz girilmedi]',
    registry: '[ticaret sicil numarası henüz girilmedi]',
    tax: '[vergi dairesi ve numarası henüz girilmedi]',
    email: '[e-posta adresi henüz girilmedi]',
    kep: '[KEP adresi henüz girilmedi]',
    phone: '[telefon henüz girilmedi]',
  } satisfies Record<OperatorField, string>,
}
