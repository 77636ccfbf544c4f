import { NOTICE_VERSION } from '@makas/contract'
import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'KVKK aydınlatma metni',
  description:
    'Makas hangi kişisel verinizi, hangi amaçla ve hukuki sebeple işler, ne kadar saklar, kime aktarır; 6698 sayılı Kanun uyarınca haklarınız.',
  version: NOTICE_VERSION,
  lead: 'Bu metin, 6698 sayılı Kişisel Verilerin Korunması Kanunu (KVKK) m. 10 uyarınca, Makas sitesini kullanırken işlenen kişisel verileriniz hakkında sizi bilgilendirir. Bir onay metni değildir: okumanız, herhangi bir şeye rıza verdiğiniz anlamına gelmez.',
  sections: [
    {
      title: 'Veri sorumlusu',
      blocks: [
        'Veri sorumlusu, bu siteyi işleten kişidir: {title}. Adres: {address}. MERSİS: {mersis}. E-posta: {email}. KEP: {kep}. Telefon: {phone}.',
        'Verilerinizle ilgili her soru için bu adreslere ya da [başvuru sayfasındaki](/legal/basvuru) yollara başvurabilirsiniz.',
      ],
    },
    {
      title: 'Hangi veriler, hangi amaçla, hangi sebeple',
      blocks: [
        'Yalnız aşağıdaki veriler işlenir. Reklam, profil çıkarma ya da üçüncü kişilere satış amacıyla veri toplanmaz; sitede izleyici yazılım yoktur.',
        {
          head: ['Veri', 'Amaç', 'Hukuki sebep (KVKK)', 'Saklama'],
          rows: [
            [
              'E-posta, ad, soyad, telefon',
              'Hesabınızı açmak, oturum açmanızı sağlamak, destek taleplerinizi yanıtlamak',
              'Sözleşmenin kurulması ve ifası, m. 5/2-c',
              'Hesap silinene kadar; 2 yıl giriş yapılmayan hesap, izleyen 30 günde de giriş yapılmazsa, ayrıca bildirilmeden silinir',
            ],
            [
              'Şifrenizin özeti (Argon2id), iki adımlı doğrulamanın mühürlü gizlisi, başarısız ve son girişler',
              'Hesabınızı başkalarına karşı korumak',
              'm. 5/2-c; veri güvenliği yükümlülüğü, m. 12',
              'Hesapla birlikte',
            ],
            [
              'Oturumların IP adresi, zamanı, tarayıcı ve cihaz türü; yenileme gizlisinin özeti',
              'Oturumu açık tutmak, sizin oturumları görüp kapatabilmeniz',
              'm. 5/2-c; m. 12',
              'Oturum bittikten sonra 30 gün',
            ],
            [
              'Borsa API anahtarı, gizli anahtar, parola ifadesi (şifrelenmiş); anahtarın yetkileri, bakiyeler ve komisyon kademesi',
              'Kendi bakiyenizi ve size göre hesaplanan fırsatları göstermek; istediğiniz emirleri test ağına göndermek',
              'm. 5/2-c',
              'Bağlantıyı ya da hesabı silene kadar',
            ],
            [
              'Sanal parayla deneme işlemleri; test ağına gönderdiğiniz emirler ve sonuçları',
              'Denemenizi ve emirlerinizi yürütmek, sonucunu size göstermek',
              'm. 5/2-c',
              'Hesap silinene kadar; deneme işlemleri portföyü sıfırlayana kadar',
            ],
            [
              'Kayıtlı görünümlerinizin adları ve filtreleri',
              'Onları her cihazda yeniden açabilmeniz',
              'm. 5/2-c',
              'Siz silene ya da hesap silinene kadar',
            ],
            [
              'Destek talepleri ve iletileri',
              'Destek vermek',
              'm. 5/2-c',
              'Kapanan talep 2 yıl; hesabını silenin talepleri kapanır ve 30 gün sonra silinir',
            ],
            [
              'Plan, premium durumu, gösterilen aydınlatma metninin sürümü, verilen rızalar ve zamanları',
              'Neyin bildirildiğini ve neye onay verildiğini kanıtlamak',
              'Hukuki yükümlülük, m. 5/2-ç; m. 5/2-c',
              'Hesapla birlikte',
            ],
            [
              'Denetim kaydı: kim, ne yaptı, ne zaman, hangi adresten',
              'Kötüye kullanımı bulmak ve kanıtlamak',
              'm. 12; meşru menfaat, m. 5/2-f',
              '2 yıl',
            ],
            [
              'Ziyaretçinin IP adresinin özeti ve istek sayısı',
              'Aşırı istekleri sınırlamak',
              'm. 12; meşru menfaat, m. 5/2-f',
              'En çok 2 gün',
            ],
          ],
        },
      ],
    },
    {
      title: 'Nasıl toplanır',
      blocks: [
        'Verileriniz, formlara yazdıklarınızdan ve sitenin çalışması sırasında oluşan kayıtlardan, tümüyle otomatik yolla ve elektronik ortamda elde edilir. Bakiye ve yetki bilgisi, sizin verdiğiniz anahtarla ilgili borsadan okunur.',
      ],
    },
    {
      title: 'Kime aktarılır',
      blocks: [
        'Kişisel verileriniz satılmaz ve reklam amacıyla paylaşılmaz. Aktarım yalnız şu hâllerde olur:',
        {
          list: [
            'Bağladığınız borsa: anahtarınızla imzalanmış istekler, sizin adınıza ve sizin hesabınız için yalnız o borsaya gönderilir.',
            'Yetkili kamu kurumları: kanunun zorunlu kıldığı ölçüde ve usulüne uygun istem üzerine.',
            'Barındırma sağlayıcısı: site bir sunucu hizmetinde çalışıyorsa, veriler yalnız barındırma amacıyla orada bulunur.',
          ],
        },
        'Borsalar yurt dışında kurulu olabilir. Anahtarınızı bağladığınızda o borsayla kurulan bağlantı, sizin talebinizin gereğidir (KVKK m. 9). Bunun dışında yurt dışına veri aktarılmaz.',
      ],
    },
    {
      title: 'Nasıl korunur',
      blocks: [
        {
          list: [
            'Borsa anahtarları her kayıt için ayrı bir anahtarla (AES-256-GCM) şifrelenir ve yalnız ayrı bir süreçte, o anki istek için açılır.',
            'Gizli anahtar ve parola ifadesi hiçbir ekranda, yanıtta, dışa aktarımda ya da günlükte yer almaz.',
            'Şifreler geri döndürülemez biçimde, biberlenmiş Argon2id özeti olarak tutulur.',
            'Yönetim panelinde kişisel verilere her bakış, değiştirilemeyen bir denetim kaydına işlenir.',
          ],
        },
      ],
    },
    {
      title: 'Haklarınız',
      blocks: [
        'KVKK m. 11 uyarınca şunları isteyebilirsiniz:',
        {
          list: [
            'kişisel verinizin işlenip işlenmediğini öğrenmek, işlenmişse bilgi istemek,',
            'işlenme amacını ve amaca uygun kullanılıp kullanılmadığını öğrenmek,',
            'yurt içinde ya da yurt dışında aktarıldığı üçüncü kişileri bilmek,',
            'eksik ya da yanlış işlenmişse düzeltilmesini istemek,',
            'm. 7 koşullarında silinmesini ya da yok edilmesini istemek,',
            'düzeltme ve silmenin aktarılan kişilere bildirilmesini istemek,',
            'yalnız otomatik sistemlerle çözümleme sonucu aleyhinize çıkan sonuca itiraz etmek,',
            'kanuna aykırı işleme yüzünden zarara uğramışsanız giderilmesini istemek.',
          ],
        },
        'Hesabınızdan verilerinizin tamamını bir dosyada indirebilir ve hesabınızı silebilirsiniz. Öteki istekleriniz [başvuru yollarıyla](/legal/basvuru) alınır ve en geç 30 gün içinde ücretsiz yanıtlanır. Yanıttan memnun kalmazsanız Kişisel Verileri Koruma Kurulu’na şikâyet hakkınız vardır.',
      ],
    },
    {
      title: 'Değişiklikler',
      blocks: [
        'Metin değişirse sürümü de değişir. Kayıt sırasında size hangi sürümün gösterildiği hesabınızla birlikte saklanır. Saklama süreleri [saklama ve imha politikasında](/legal/saklama-imha), çerezler [çerez politikasında](/legal/cerezler) açıklanır.',
      ],
    },
  ],
}
