import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'Ön bilgilendirme formu',
  description:
    'Makas ücretli planları için satın almadan önce verilmesi gereken bilgiler: satıcı, hizmetin nitelikleri, toplam bedel, cayma hakkı ve başvuru yolları.',
  version: '2026-11',
  lead: 'Mesafeli Sözleşmeler Yönetmeliği m. 5 uyarınca, ücretli bir planı sipariş etmeden önce bu bilgileri okumanız gerekir. Bugün plan satışı yapılmamaktadır; satış açıldığında bu form ödeme adımında onayınıza sunulur.',
  sections: [
    {
      title: 'Satıcı',
      blocks: [
        {
          head: ['Bilgi', 'Değer'],
          rows: [
            ['Unvan', '{title}'],
            ['Açık adres', '{address}'],
            ['MERSİS', '{mersis}'],
            ['Ticaret sicil no', '{registry}'],
            ['Vergi dairesi ve no', '{tax}'],
            ['Telefon', '{phone}'],
            ['E-posta', '{email}'],
            ['KEP', '{kep}'],
          ],
        },
      ],
    },
    {
      title: 'Hizmetin temel nitelikleri',
      blocks: [
        'Makas, borsaların herkese açık verisinden arbitraj hesapları gösteren, internet üzerinden kullanılan bir yazılım hizmetidir. Güncel bir tarayıcı ve internet bağlantısı gerekir; ayrıca bir program kurulmaz.',
        {
          head: ['Plan', 'İçindekiler', 'Toplam bedel (KDV dahil)'],
          rows: [
            [
              'Starter',
              '2 borsa, 5 dakikada bir veri yenileme, elle işlem, e-posta desteği; otomatik pilot yok',
              'Ücretsiz, 7 gün deneme',
            ],
            [
              'Pro',
              '5+ borsa, 1 saniyelik gerçek zamanlı veri, otomatik pilot modu, gelişmiş filtreler, öncelikli destek',
              '₺299 / ay',
            ],
            ['Enterprise', 'Sınırsız borsa, API erişimi, özel stratejiler, 7/24 telefon desteği, SLA', '₺999 / ay'],
          ],
        },
        'Sipariş anında plan sayfasında “yakında” işareti taşıyan satırlar henüz sunulmamaktadır ve sözleşmenin konusuna girmez.',
      ],
    },
    {
      title: 'Bedel, ödeme ve ifa',
      blocks: [
        'Bedel vergiler dahildir, aylık alınır; ek masraf yoktur. Hizmet, ödemenin onaylanmasıyla hesabınıza tanımlanır. Abonelik, siz sona erdirene kadar aylık olarak yenilenir; yenileme tarihi hesabınızda gösterilir.',
      ],
    },
    {
      title: 'Cayma hakkı',
      blocks: [
        'Sözleşmenin kurulmasından başlayarak 14 gün içinde, hiçbir gerekçe göstermeden cayabilirsiniz. Bunun için bir destek talebi açmanız, {email} adresine yazmanız ya da aşağıdaki örneği göndermeniz yeterlidir.',
        '“{title}: … tarihinde sipariş ettiğim … planına ilişkin sözleşmeden cayma hakkımı kullandığımı bildiririm. Ad soyad, hesap e-postası, tarih.”',
        'Bedel, bildirimin ulaşmasından sonraki 14 gün içinde, ödediğiniz araca ve masraf kesilmeden iade edilir.',
      ],
    },
    {
      title: 'Riskler hakkında',
      blocks: [
        'Satın alınan şey bir bilgi hizmetidir; kâr garantisi yoktur, yatırım tavsiyesi değildir. Lütfen [risk bildirimini](/legal/risk-bildirimi) okuyun.',
      ],
    },
    {
      title: 'Şikâyet ve başvuru',
      blocks: [
        'Şikâyetinizi önce destek talebiyle iletebilirsiniz; en geç 30 gün içinde yanıtlanır. Tüketici hakem heyeti ve tüketici mahkemesine başvuru hakkınız saklıdır. Sözleşmenin tam metni: [mesafeli satış sözleşmesi](/legal/mesafeli-satis).',
      ],
    },
  ],
}
