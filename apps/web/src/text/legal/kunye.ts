import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'Künye ve iletişim',
  description:
    'Makas sitesinin işletmecisi: unvan, adres, MERSİS, ticaret sicil ve vergi bilgileri, e-posta, KEP ve telefon.',
  version: '2026-11',
  lead: 'Bu bilgiler, 5651 sayılı Kanun m. 3 ve 6563 sayılı Kanun m. 3 uyarınca verilir. İşletmecinin kendi bilgileri kurulum sırasında girilir; girilmemiş olanlar işaretlidir.',
  sections: [
    {
      title: 'İşletmeci',
      blocks: [
        {
          head: ['Bilgi', 'Değer'],
          rows: [
            ['Ticaret unvanı', '{title}'],
            ['Merkez adresi', '{address}'],
            ['MERSİS numarası', '{mersis}'],
            ['Ticaret sicil numarası', '{registry}'],
            ['Vergi dairesi ve numarası', '{tax}'],
            ['E-posta', '{email}'],
            ['Kayıtlı elektronik posta (KEP)', '{kep}'],
            ['Telefon', '{phone}'],
          ],
        },
      ],
    },
    {
      title: 'Bize ulaşın',
      blocks: [
        'Ürünle ilgili sorularınız için en hızlı yol destek talebidir. Kişisel verilerinizle ilgili istekler için [başvuru sayfasına](/legal/basvuru) bakın. Güvenlik açığı bildirmek için {email} adresine yazın; bildirimi iyi niyetle yapana karşı hukuki yola başvurulmaz.',
      ],
    },
    {
      title: 'Faaliyet hakkında',
      blocks: [
        'Makas; borsaların herkese açık verisinden hesap yapan bir bilgi ekranıdır. Kripto varlık hizmet sağlayıcısı değildir; alım satıma aracılık etmez, emir eşleştirmez, kripto varlık ya da para saklamaz, yatırım danışmanlığı vermez.',
      ],
    },
    {
      title: 'İçerik ve markalar',
      blocks: [
        'Binance, OKX, Bybit ve Kraken adları ilgili sahiplerinin markalarıdır; yalnız verinin kaynağını göstermek için kullanılır. Makas bu şirketlerin ortağı, temsilcisi ya da onayladığı bir hizmet değildir.',
        'Yazı tipi Inter (SIL Open Font License), simgeler Lucide (ISC) lisansıyla kullanılır.',
      ],
    },
  ],
}
