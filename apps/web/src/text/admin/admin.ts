/** Text of the frame of the admin panel and of its login. */
export const adminText = {
  panel: 'Yönetim',
  nav: 'Yönetim gezintisi',
  pages: {
    dashboard: 'Gösterge paneli',
    users: 'Kullanıcı yönetimi',
    tickets: 'Talep yönetimi',
    help: 'Yardım merkezi',
    settings: 'Sistem ayarları',
  },
  openTickets: (count: string) => `${count} açık talep`,
  openMenu: 'Yönetim menüsünü aç',
  closeMenu: 'Yönetim menüsünü kapat',
  site: 'Siteyi yeni sekmede aç',
  roles: { admin: 'Yönetici' },
  logOut: 'Çıkış yap',
  login: {
    title: 'Yönetici girişi',
    lead: 'Bu sayfa yalnız yöneticiler içindir. Kullanıcı hesabıyla girilmez.',
    form: 'Yönetici giriş formu',
    email: 'E-posta',
    password: 'Şifre',
    missing: { email: 'E-posta alanı gerekli', password: 'Şifre alanı gerekli' },
    send: 'Giriş yap',
    sending: 'Giriş yapılıyor',
    refused: 'Geçersiz email veya şifre',
    failed: 'Giriş yapılırken bir hata oluştu',
    back: 'Ana sayfaya dön',
    forgotten:
      'Şifrenizi unuttuysanız, sunucunun bulunduğu makinede yeni bir adres alın: npm run admin -- reset --email ad@ornek.com',
  },
  /** Stands after the reason why a list could not be refreshed. */
  outdated: (time: string) => `Son alınan liste duruyor: ${time} İstanbul.`,
  again: {
    title: 'Oturumunuz sona erdi',
    text: 'Yazdıklarınız bu sayfada duruyor. Sürdürmek için yeniden giriş yapın.',
    leave: 'Giriş sayfasına git',
  },
} as const
