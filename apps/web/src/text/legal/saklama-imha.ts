import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'Saklama ve imha politikası',
  description:
    'Makas kişisel verileri ne kadar saklar, süre dolunca nasıl siler ya da anonimleştirir, yedeklerde ne olur ve imhanın kaydı nasıl tutulur.',
  version: '2026-11',
  lead: 'Bu politika, Kişisel Verilerin Silinmesi, Yok Edilmesi veya Anonim Hale Getirilmesi Hakkında Yönetmelik uyarınca, hangi verinin ne kadar saklandığını ve süresi dolanın nasıl imha edildiğini açıklar. Veri sorumlusu: {title}.',
  sections: [
    {
      title: 'İlkeler',
      blocks: [
        'Veri, işlenme sebebi sürdükçe saklanır. Sebep kalkınca ya da süre dolunca, istemenize gerek kalmadan imha edilir. Gereksiz veri hiç toplanmaz.',
      ],
    },
    {
      title: 'Saklama süreleri',
      blocks: [
        {
          head: ['Veri', 'Süre', 'Süre dolunca'],
          rows: [
            [
              'Hesap bilgileri (ad, soyad, e-posta, telefon)',
              'Hesap silinene kadar; 2 yıl giriş yapılmazsa, izleyen 30 günde de giriş yapılmazsa, ayrıca bildirilmeden',
              'Silinir',
            ],
            ['Şifre özeti, ikinci adım gizlisi, kurtarma kodlarının özeti', 'Hesapla birlikte', 'Silinir'],
            ['Oturum kayıtları', 'Oturumdan sonra 30 gün', 'Silinir'],
            ['Tek kullanımlık bağlantıların özeti', 'Süresi dolduktan sonra 1 gün', 'Silinir'],
            [
              'Borsa anahtarları',
              'Bağlantı ya da hesap silinene kadar',
              'Şifreli metin ve veri anahtarı aynı anda yok edilir',
            ],
            [
              'Kayıtlı görünümler, deneme işlemleri, test ağı emirleri',
              'Hesap silinene kadar; görünümler siz silene, deneme işlemleri portföyü sıfırlayana kadar',
              'Silinir',
            ],
            [
              'Destek talepleri',
              'Kapandıktan sonra 2 yıl',
              'Silinir; hesabını silenin talepleri hemen kapanıp kimliksizleştirilir ve 30 gün sonra silinir',
            ],
            ['Deneme (giriş, istek) sayaçları', '2 gün', 'Silinir'],
            ['Makale okuyucu sayacı (adresin özeti)', '1 gün', 'Silinir'],
            ['Yinelenen istekleri tanıma kayıtları', '24 saat', 'Silinir'],
            ['Denetim kaydı', '2 yıl', 'Silinir'],
            ['Sunucu günlükleri', '90 gün', 'Silinir'],
            ['İmha kayıtları (kimlik içermez)', '3 yıl', 'Silinir'],
          ],
        },
      ],
    },
    {
      title: 'Nasıl imha edilir',
      blocks: [
        {
          list: [
            'Silme: kayıt veritabanından kalıcı olarak çıkarılır.',
            'Yok etme: borsa anahtarlarında şifreli metinle birlikte onu açan veri anahtarı da silinir; yedekteki kopya, yedekle birlikte en geç 7 gece sonra silinir.',
            'Anonimleştirme: destek yazışmasında kişiyle bağ kuran alanlar geri döndürülemez biçimde kaldırılır.',
          ],
        },
        'Periyodik imha her gece kendiliğinden yapılır; yönetmeliğin öngördüğü altı aylık üst sınır böylece hiç beklenmez. Ne kadar kaydın ne zaman imha edildiği, kimlik içermeyen bir kayıtta tutulur.',
      ],
    },
    {
      title: 'Yedekler',
      blocks: [
        'Gece alınan yedekler, o anda veritabanında bulunanı şifreli olarak içerir ve 7 gece sonra silinir. Bir yedek geri yüklenirse, o yedekten sonra yapılan silmeler işletmeci tarafından yeniden uygulanır.',
      ],
    },
    {
      title: 'Önlemler ve sorumlular',
      blocks: [
        'Erişim, görevi gereği gerekli olanla sınırlıdır. Yönetim panelindeki her bakış ve değişiklik denetim kaydına işlenir; kayıt zincirlenmiştir, sonradan değiştirilirse fark edilir. İmhanın yürütülmesinden işletmecinin sistem sorumlusu, denetiminden veri sorumlusu sorumludur.',
      ],
    },
    {
      title: 'Talebiniz üzerine imha',
      blocks: [
        'Hesabınızı hesap sayfanızdan silebilirsiniz. Başka bir silme isteğiniz için [başvuru yollarını](/legal/basvuru) kullanın; işleme sebebi kalkmışsa en geç 30 gün içinde silinir ve size bildirilir. Kanunun saklamayı zorunlu kıldığı veriler, bu süre boyunca yalnız o amaçla tutulur.',
      ],
    },
  ],
}
