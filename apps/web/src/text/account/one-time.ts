/** Text of the pages of one-time addresses: the first admin, and a new password. */
export const oneTimeText = {
  home: 'Ana sayfaya git',
  /** Shown if the answer to an earlier attempt was lost. */
  mayBeDone:
    'Bir önceki gönderiminizin yanıtı size ulaşmamıştı; işlem o gönderimde tamamlanmış olabilir. Öyleyse o anda yazdığınız şifre geçerlidir.',
  setup: {
    title: 'İlk yöneticiyi oluşturun',
    lead: 'Bu adres, kurulumun ilk yöneticisini oluşturmanız için yazdırıldı.',
    form: 'İlk yöneticinin bilgileri',
    email: 'E-posta',
    emailHint: 'Yönetici girişinde kullanılır. Bu adrese posta gönderilmez.',
    firstName: 'Ad',
    lastName: 'Soyad',
    password: 'Şifre',
    again: 'Şifre, yeniden',
    send: 'Yönetici hesabını oluştur',
    sending: 'Hesap oluşturuluyor',
    facts: [
      {
        name: 'Bir kez, 15 dakika',
        value: 'Adres, yazdırıldıktan sonra 15 dakika geçerlidir ve kullanıldığı anda sona erer.',
      },
      {
        name: 'Adreste iz kalmaz',
        value:
          'Adresteki kod sayfa açılınca adres çubuğundan silindi. Sayfayı yenilerseniz yazdırılan adresi yeniden açın.',
      },
      {
        name: 'Yöneticinin yetkisi',
        value:
          'Kullanıcıları, destek taleplerini ve yardım makalelerini yönetir. Kimsenin şifresini ya da borsa anahtarının gizli bölümünü göremez.',
      },
    ],
    missing: {
      title: 'Kurulum adresi eksik',
      text: 'Bu sayfa yalnız sunucunun yazdırdığı tek kullanımlık adresle açılır; “#” işaretinden sonraki kod bu adreste yok. Sayfayı yenilediyseniz aynı adresi yeniden açmanız yeterlidir.',
    },
    refused: {
      title: 'Bu kurulum adresi artık geçerli değil',
      text: 'Adres bir kez ve 15 dakika içinde kullanılabilir; bu adres daha önce kullanılmış, süresi dolmuş ya da yerine yenisi yazdırılmış.',
    },
    steps: [
      {
        text: 'Henüz yönetici yoksa sunucuyu yeniden başlatın; başlarken yeni bir adres yazdırır. Yeni adresi bu sekmede açarsanız yazdıklarınız yerinde durur.',
        command: 'npm start',
      },
      {
        text: 'Yönetici varsa, sunucunun bulunduğu makinede yenisini ekleyin ya da şifresini yenileyin.',
        command: 'npm run admin -- create --email ad@ornek.com',
      },
    ],
    done: {
      title: 'Yönetici hesabı oluşturuldu',
      text: 'İlk yönetici hazır ve bu adres sona erdi. Yönetici girişinde bu e-postayı ve belirlediğiniz şifreyi kullanacaksınız.',
      account: 'Yöneticinin e-postası',
      next: 'Hesabınızı iki adımlı doğrulamayla da koruyabilirsiniz. Şifrenizi unutursanız sunucunun bulunduğu makinede yeni bir adres alın.',
      commandOf: (email: string) => `npm run admin -- reset --email ${email}`,
      login: 'Yönetici girişine git',
    },
  },
  reset: {
    title: 'Yeni şifrenizi belirleyin',
    lead: 'Bu adres hesabınıza yeni bir şifre vermek için oluşturuldu.',
    form: 'Şifre yenileme formu',
    password: 'Yeni şifre',
    passwordHint: 'Yönetici hesabında en az 15 karakter gerekir.',
    again: 'Yeni şifre, yeniden',
    send: 'Şifreyi değiştir',
    sending: 'Şifre değiştiriliyor',
    facts: [
      {
        name: 'Bir kez, 15 dakika',
        value: 'Adres, oluşturulduktan sonra 15 dakika geçerlidir ve kullanıldığı anda sona erer.',
      },
      {
        name: 'Oturumlar kapanır',
        value: 'Şifre değişince bu hesabın bütün cihazlardaki oturumları sona erer.',
      },
      {
        name: 'Adreste iz kalmaz',
        value:
          'Adresteki kod sayfa açılınca adres çubuğundan silindi. Sayfayı yenilerseniz size verilen adresi yeniden açın.',
      },
    ],
    missing: {
      title: 'Şifre yenileme adresi eksik',
      text: 'Bu sayfa yalnız size verilen tek kullanımlık adresle açılır; “#” işaretinden sonraki kod bu adreste yok. Sayfayı yenilediyseniz aynı adresi yeniden açmanız yeterlidir.',
    },
    refused: {
      title: 'Bu adres artık geçerli değil',
      text: 'Adres bir kez ve 15 dakika içinde kullanılabilir; bu adres daha önce kullanılmış, süresi dolmuş ya da yerine yenisi oluşturulmuş. Bu denemede şifreniz değişmedi.',
    },
    steps: [
      {
        text: 'Yeni bir adresi sunucuyu işleten kişi oluşturur. Bu sizseniz, sunucunun bulunduğu makinede hesabın e-postasıyla çalıştırın:',
        command: 'npm run admin -- reset --email ad@ornek.com',
      },
    ],
    done: {
      title: 'Şifreniz değişti',
      text: 'Yeni şifreniz geçerli. Bu hesabın açık olan bütün oturumları sonlandırıldı ve bu adres sona erdi. Bundan sonra yeni şifrenizle giriş yapacaksınız.',
    },
  },
} as const
