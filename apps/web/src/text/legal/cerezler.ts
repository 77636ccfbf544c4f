import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'Çerez politikası',
  description:
    'Makas yalnız oturum ve giriş güvenliği için zorunlu çerez kullanır; reklam, ölçüm ya da izleme çerezi yoktur. Tarayıcınızda tutulan bilgilerin tam listesi.',
  version: '2026-11',
  lead: 'Bu site yalnız çalışması için zorunlu olanı kullanır. Reklam, ölçüm ya da izleme çerezi yoktur; başka bir siteden yazı tipi, betik ya da resim çağrılmaz. Bu yüzden sizden çerez onayı istenmez ve onay kutusu gösterilmez.',
  sections: [
    {
      title: 'Çerezler',
      blocks: [
        {
          head: ['Ad', 'Ne için', 'Ne zaman', 'Süre'],
          rows: [
            [
              '__Host-makas-user (şifresiz bağlantıda makas-user)',
              'Oturumunuzu yenilemek; betiklerin okuyamadığı (HttpOnly), yalnız bu siteye giden (SameSite=Strict) çerez',
              'Giriş yaptığınızda',
              'Çıkışa ya da oturumun sonuna kadar',
            ],
            [
              '__Host-makas-admin (şifresiz bağlantıda makas-admin)',
              'Yönetim paneli oturumunu yenilemek',
              'Yönetici girişinde',
              'Çıkışa ya da oturumun sonuna kadar',
            ],
            [
              '__Host-makas-device (şifresiz bağlantıda makas-device)',
              'Daha önce giriş yaptığınız cihazı tanımak: başkaları hesabınıza parola denediğinde siz girişten alıkonmazsınız. Kendi başına hesap açmaz, başka yerde kullanılmaz (HttpOnly, SameSite=Strict)',
              'Kayıt olduğunuzda ve giriş yaptığınızda',
              '400 gün',
            ],
          ],
        },
      ],
    },
    {
      title: 'Tarayıcınızdaki yerel kayıtlar',
      blocks: [
        'Bunlar çerez değildir, sunucuya kendiliğinden gönderilmez; tarayıcınızın yerel deposunda durur ve siz silebilirsiniz. “Sekme kapanınca silinir” yazanlar yalnız o sekmededir.',
        {
          head: ['Ad', 'Ne için'],
          rows: [
            ['makas.token, makas.user', 'Açık oturumunuzun kısa ömürlü anahtarı ve adınız (e-postanız yazılmaz)'],
            ['makas.adminToken, makas.adminUser', 'Yönetici oturumu'],
            ['makas.theme', 'Koyu ya da açık tema seçiminiz'],
            ['makas.triColumns', 'Üçgen tablosunda seçtiğiniz sütunlar'],
            ['makas.rowHeight', 'Fırsat tablosunda seçtiğiniz satır yüksekliği'],
            ['makas.jitter', 'Temsili oynamanın açık ya da kapalı olduğu'],
            ['makas.keys', 'Klavye kısayollarının açık ya da kapalı olduğu'],
            ['makas.views', 'Üye olmadan kaydettiğiniz görünümlerin adları ve filtreleri'],
            ['makas.tour, makas.tourProgress', 'Deneme turunun açık olup olmadığı ve hangi adımda kaldığı'],
            ['makas.tourChoice', 'Deneme turunda seçtiğiniz fırsat; sekme kapanınca silinir'],
            ['makas.paperTrades', 'Üye olmadan yaptığınız deneme işlemleri'],
            [
              'makas.draft.*',
              'Göndermediğiniz destek talebi ve yanıtların taslağı; çıkış yapınca ya da sekme kapanınca silinir',
            ],
            [
              'makas.answer.*',
              'Yöneticinin göndermediği yanıt ve notların taslağı; çıkış yapınca ya da sekme kapanınca silinir',
            ],
          ],
        },
      ],
    },
    {
      title: 'Neden onay istenmiyor?',
      blocks: [
        'Kişisel Verileri Koruma Kurumu’nun çerez rehberine göre, kullanıcının açıkça istediği hizmet için kesinlikle gerekli çerezler açık rıza gerektirmez. Burada kullanılan çerezler yalnız oturum ve giriş güvenliği içindir; hukuki sebep sözleşmenin ifasıdır (KVKK m. 5/2-c).',
        'Zorunlu olmayan bir çerez kullanılmaya başlanırsa, önce bu sayfa değişir ve çerez ancak sizin onayınızdan sonra yerleştirilir.',
      ],
    },
    {
      title: 'Nasıl silinir?',
      blocks: [
        'Çıkış yapmak oturum çerezini ve oturum kayıtlarını siler. Hepsini silmek için tarayıcınızın “site verileri” ayarlarını kullanabilirsiniz; tema ve sütun seçimleriniz sıfırlanır, oturumunuz kapanır.',
        'Tarayıcınızda depolamayı tümden kapatırsanız site yine açılır; oturum ve tercihler yalnız sayfa açık kaldığı sürece hatırlanır.',
      ],
    },
    {
      title: 'İletişim',
      blocks: ['Veri sorumlusu: {title}, {address}. Sorularınız için: {email}.'],
    },
  ],
}
