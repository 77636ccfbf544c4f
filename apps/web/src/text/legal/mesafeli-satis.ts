import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'Mesafeli satış sözleşmesi',
  description:
    'Makas Pro ve Enterprise planları için mesafeli satış sözleşmesi: taraflar, konu, bedel, ödeme, ifa, cayma hakkı ve uyuşmazlıklar.',
  version: '2026-11',
  lead: 'Bu sözleşme, ücretli planların satışı açıldığında, 6502 sayılı Tüketicinin Korunması Hakkında Kanun ve Mesafeli Sözleşmeler Yönetmeliği uyarınca uygulanır. Bugün plan satışı yapılmamakta ve ödeme alınmamaktadır.',
  sections: [
    {
      title: 'Taraflar',
      blocks: [
        'Satıcı: {title}. Adres: {address}. MERSİS: {mersis}. Ticaret sicil no: {registry}. Vergi dairesi ve no: {tax}. Telefon: {phone}. E-posta: {email}. KEP: {kep}.',
        'Alıcı: siparişi veren üye; adı, soyadı ve iletişim bilgileri üyelik kaydındakilerdir.',
      ],
    },
    {
      title: 'Konu',
      blocks: [
        'Sözleşmenin konusu, alıcının elektronik ortamda sipariş ettiği abonelik hizmetidir. Hizmetin temel nitelikleri sipariş anında plan sayfasında gösterilenlerdir; yanında “yakında” yazan özellikler satışın konusuna girmez ve bedele dahil değildir.',
        {
          head: ['Plan', 'Aylık bedel (KDV dahil)', 'Süre'],
          rows: [
            ['Starter', 'Ücretsiz', '7 gün deneme'],
            ['Pro', '₺299', '1 ay, yenilenebilir'],
            ['Enterprise', '₺999', '1 ay, yenilenebilir'],
          ],
        },
      ],
    },
    {
      title: 'Bedel ve ödeme',
      blocks: [
        'Toplam bedel, vergiler dahil olarak ödeme adımında gösterilir; başka bir masraf eklenmez. Bedel her dönemin başında alınır. Fiyat değişikliği, en az 30 gün önce bildirilir ve yalnız bildirimden sonra başlayan dönemlere uygulanır.',
        'Deneme süresi kendiliğinden ücretli aboneliğe dönmez; ücretli döneme ancak açık onayınızla geçilir.',
      ],
    },
    {
      title: 'İfa',
      blocks: [
        'Hizmet, ödemenin onaylanmasıyla elektronik ortamda hesabınıza tanımlanır. Teknik bir engel yüzünden 3 gün içinde tanımlanamazsa sözleşmeden dönebilir, bedelin tamamını geri alabilirsiniz.',
      ],
    },
    {
      title: 'Cayma hakkı',
      blocks: [
        'Sözleşmenin kurulduğu günden başlayarak 14 gün içinde, sebep göstermeden ve cezai şart ödemeden cayabilirsiniz. Bildirimi destek talebiyle ya da {email} adresine yazarak yapmanız yeterlidir; bir biçim aranmaz.',
        'Elektronik ortamda anında ifa edilen hizmetlerde cayma hakkı Yönetmelik m. 15 uyarınca kullanılamayabilir. Makas bu istisnaya başvurmaz: ilk 14 gün içinde cayan alıcıya, kullanılan günlere bakılmaksızın bedelin tamamı iade edilir. Ayrıntısı [iptal ve iade koşullarındadır](/legal/iptal-iade).',
      ],
    },
    {
      title: 'Aboneliğin sona ermesi',
      blocks: [
        'Alıcı aboneliği dilediği an sona erdirebilir; hizmet, bedeli ödenmiş dönemin sonuna kadar sürer. Satıcı, alıcının kullanım koşullarına ağır aykırılığı hâlinde sözleşmeyi feshedebilir; kullanılmamış günlerin bedeli iade edilir.',
      ],
    },
    {
      title: 'Tarafların yükümlülükleri',
      blocks: [
        {
          list: [
            'Satıcı, hizmeti tanımlanan nitelikte sunar; planlı bakım ve önemli kesintileri sitede bildirir.',
            'Alıcı, hizmetin yatırım tavsiyesi olmadığını ve kâr garantisi verilmediğini bilir; [risk bildirimini](/legal/risk-bildirimi) okumuştur.',
            'Ayıplı hizmette alıcı, 6502 sayılı Kanun m. 15 uyarınca yeniden görülme, bedelden indirim ya da dönme haklarını kullanabilir.',
          ],
        },
      ],
    },
    {
      title: 'Uyuşmazlıklar',
      blocks: [
        'Şikâyet ve itirazlar, Ticaret Bakanlığı’nın her yıl belirlediği parasal sınırlar içinde alıcının ya da satıcının yerleşim yerindeki tüketici hakem heyetine, üstünde tüketici mahkemesine yapılabilir. Sözleşme elektronik ortamda kurulur ve satıcı tarafından saklanır; bir örneği alıcının e-posta adresine gönderilir.',
      ],
    },
  ],
}
