import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'Veri sorumlusuna başvuru',
  description:
    'KVKK m. 11 ve m. 13 uyarınca kişisel verilerinizle ilgili isteklerinizi Makas işletmecisine iletme yolları, başvuruda bulunması gerekenler ve yanıt süresi.',
  version: '2026-11',
  lead: 'Kişisel verilerinizle ilgili haklarınızı (KVKK m. 11) kullanmak için aşağıdaki yollardan biriyle başvurabilirsiniz. Başvuru ücretsizdir ve en geç 30 gün içinde yanıtlanır.',
  sections: [
    {
      title: 'Başvurmadan yapabilecekleriniz',
      blocks: [
        {
          list: [
            'Verilerinizin tamamını hesap sayfanızdan bir dosyada indirebilirsiniz.',
            'Hesabınızı ve onunla birlikte kişisel verilerinizi hesap sayfanızdan silebilirsiniz.',
            'Bir borsa bağlantısını API yönetimi sayfasından silebilirsiniz; anahtar hemen yok edilir.',
          ],
        },
      ],
    },
    {
      title: 'Başvuru yolları',
      blocks: [
        {
          head: ['Yol', 'Adres'],
          rows: [
            ['Kayıtlı elektronik posta', '{kep}'],
            ['Sistemde kayıtlı e-posta adresinizden', '{email}'],
            ['Yazılı olarak, ıslak imzayla', '{title}, {address}'],
            ['Üyeler için', 'Destek sayfasından talep'],
          ],
        },
        'Başvurunuz Türkçe olmalıdır. Bunlar Veri Sorumlusuna Başvuru Usul ve Esasları Hakkında Tebliğ’de sayılan yollardır.',
      ],
    },
    {
      title: 'Başvuruda bulunması gerekenler',
      blocks: [
        {
          list: [
            'adınız, soyadınız; başvuru yazılıysa imzanız,',
            'Türkiye Cumhuriyeti vatandaşları için T.C. kimlik numarası, yabancılar için uyruk ve pasaport ya da kimlik numarası,',
            'tebligata esas yerleşim yeri ya da iş yeri adresi,',
            'varsa bildirime esas e-posta adresi ve telefon,',
            'talebinizin konusu ve varsa dayanak belgeler.',
          ],
        },
        'T.C. kimlik numarası ve imza, hesabınızdaki e-postadan ya da destek sayfasından yapılan başvurularda istenmez; oturumunuz kimliğinizi göstermeye yeter.',
      ],
    },
    {
      title: 'Başvuru formu',
      blocks: [
        'Aşağıdaki metni doldurup gönderebilirsiniz:',
        '“{title} dikkatine. Ad soyad: … Hesap e-postası: … İletişim adresi: … Talebim (birini ya da birkaçını yazın): verilerim işleniyor mu, hangi amaçla, kime aktarıldı; düzeltme; silme; aktarılanlara bildirme; otomatik sonuca itiraz; zararın giderilmesi. Açıklama: … Yanıtı şu yolla istiyorum: e-posta / posta. Tarih: …”',
      ],
    },
    {
      title: 'Yanıt',
      blocks: [
        'Başvurunuz niteliğine göre en kısa sürede, en geç 30 gün içinde ücretsiz sonuçlandırılır. İşlem ayrıca bir maliyet gerektirirse Kurul tarifesindeki ücret alınabilir. Talep reddedilirse gerekçesi bildirilir.',
        'Başkasının verisini açığa vurmamak için, kimliğinizi doğrulayacak ek bilgi istenebilir.',
      ],
    },
    {
      title: 'Şikâyet hakkı',
      blocks: [
        'Başvurunuz reddedilir, verilen yanıtı yetersiz bulursanız ya da süresinde yanıt verilmezse; yanıtı öğrendiğiniz günden başlayarak 30 gün ve her hâlde başvurudan sonraki 60 gün içinde Kişisel Verileri Koruma Kurulu’na şikâyette bulunabilirsiniz (KVKK m. 14).',
      ],
    },
  ],
}
