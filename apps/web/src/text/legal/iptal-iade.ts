import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'İptal ve iade koşulları',
  description:
    'Makas aboneliğini iptal etme, 14 günlük cayma hakkı, iadenin süresi ve yolu, ücretsiz deneme ve hesabın silinmesi.',
  version: '2026-11',
  lead: 'Bugün plan satışı yapılmamakta ve ödeme alınmamaktadır; bu yüzden iade edilecek bir bedel yoktur. Satış açıldığında aşağıdaki koşullar uygulanır.',
  sections: [
    {
      title: 'İptal',
      blocks: [
        'Aboneliğinizi dilediğiniz an, sebep göstermeden iptal edebilirsiniz. İptal, destek talebiyle ya da {email} adresine yazarak yapılır ve aynı gün işlenir. İptalden sonra yeni dönem için bedel alınmaz; ödenmiş dönemin sonuna kadar hizmetten yararlanırsınız.',
      ],
    },
    {
      title: '14 gün içinde cayma',
      blocks: [
        'İlk siparişinizden sonraki 14 gün içinde cayarsanız, hizmeti kullanmış olsanız da bedelin tamamı iade edilir. Cayma bildirimi için bir biçim aranmaz; hesabınızın e-postasını ve siparişin tarihini yazmanız yeterlidir.',
      ],
    },
    {
      title: '14 günden sonra iade',
      blocks: [
        {
          list: [
            'Hizmet bizden kaynaklanan bir sebeple bir ay içinde toplam 24 saatten uzun süre kullanılamadıysa, kullanılamayan günlerin bedeli,',
            'aynı dönem için iki kez bedel alındıysa fazlasının tamamı,',
            'sözleşmeyi satıcı sona erdirdiyse kullanılmamış günlerin bedeli iade edilir.',
          ],
        },
        'Piyasa koşulları, bir fırsatın gerçekleşmemesi ya da kendi işlemlerinizden doğan zarar iade sebebi değildir.',
      ],
    },
    {
      title: 'İadenin süresi ve yolu',
      blocks: [
        'İade, bildiriminizin ulaşmasından sonraki 14 gün içinde, ödemede kullandığınız araca, tek seferde ve masraf kesilmeden yapılır. Bankanızın hesabınıza yansıtma süresi değişebilir.',
      ],
    },
    {
      title: 'Ücretsiz deneme',
      blocks: [
        'Starter planının 7 günlük denemesi ücretsizdir ve kendiliğinden ücretli plana dönmez. Deneme için ödeme aracı istenmez.',
      ],
    },
    {
      title: 'Hesabın silinmesi',
      blocks: [
        'Hesabınızı silmek aboneliği de sona erdirir. Verileriniz [saklama ve imha politikasına](/legal/saklama-imha) göre silinir; borsa anahtarlarınız hemen yok edilir. Silmeden önce verilerinizi indirebilirsiniz.',
      ],
    },
    {
      title: 'İletişim',
      blocks: ['{title}, {address}. Telefon: {phone}. E-posta: {email}. KEP: {kep}.'],
    },
  ],
}
