/** Text about the second factor, wherever it is set up, asked for or entered again. */
export const secondFactorText = {
  title: 'İki adımlı doğrulama',
  on: 'açık',
  off: 'kapalı',
  lead: 'Girişte şifrenize ek olarak telefonunuzdaki uygulamanın ürettiği altı haneli kod istenir.',
  begin: 'Doğrulamayı aç',
  beginFailed: 'İki adımlı doğrulama açılamadı',
  scan: 'Doğrulama uygulamanızda hesap ekleyip kare kodu okutun, sonra uygulamanın gösterdiği kodu yazın.',
  picture: 'Kurulumun kare kodu',
  secret: 'Kurulum anahtarı',
  secretHint: 'Kare kodu okutamıyorsanız bu anahtarı uygulamaya elle yazın ya da bağlantıyı telefonunuzda açın.',
  openApp: 'Doğrulama uygulamasında aç',
  confirmForm: 'Doğrulama kodunu onaylama formu',
  code: 'Uygulamadaki kod',
  confirm: 'Kodu onayla',
  confirming: 'Onaylanıyor',
  confirmFailed: 'Kod onaylanamadı',
  wrong: 'Kod yanlış ya da süresi geçmiş. Uygulamadaki güncel kodu yazın.',
  cancel: 'Vazgeç',
  recovery: 'Kurtarma kodları',
  recoveryHint:
    'Telefonunuzu kaybederseniz her biri bir kez giriş sağlar. Bir daha gösterilmez; güvenli bir yere kaydedin.',
  copy: 'Kodları kopyala',
  copied: 'Kodlar kopyalandı.',
  copyFailed: 'Kopyalanamadı. Kodları seçip kopyalayın ya da yazın.',
  saved: 'Kaydettim',
  offForm: 'İki adımlı doğrulamayı kapatma formu',
  password: 'Şifre',
  offCode: 'Uygulamadaki kod ya da kurtarma kodu',
  switchOff: 'Doğrulamayı kapat',
  switchingOff: 'Kapatılıyor',
  offFailed: 'İki adımlı doğrulama kapatılamadı',
  offWrong: 'Şifre ya da kod yanlış.',
  first: {
    title: 'Önce iki adımlı doğrulamayı kurun',
    lead: 'Bu sunucuda yöneticiler için iki adımlı doğrulama zorunludur. Kurulum bitene kadar yönetim panelinin hiçbir sayfası açılmaz.',
  },
} as const

/** Text of the code's field in a login. */
export const loginCodeText = {
  label: 'Doğrulama kodu',
  hint: 'Doğrulama uygulamanızdaki 6 haneli kod ya da kurtarma kodlarınızdan biri.',
  asked: 'Hesabınız iki adımlı doğrulamayla korunuyor. Doğrulama kodunu girin.',
} as const

/** Text of the dialog that asks for password or code again. */
export const proofText = {
  title: 'Kimliğinizi doğrulayın',
  form: 'Kimlik doğrulama formu',
  byPassword: 'Devam etmek için şifrenizi yeniden girin; on dakika geçerlidir.',
  byCode: 'Devam etmek için doğrulama kodunuzu girin; on dakika geçerlidir.',
  password: 'Şifre (yeniden)',
  code: 'Doğrulama kodu',
  codeHint: 'Uygulamadaki 6 haneli kod ya da kurtarma kodlarınızdan biri.',
  takeCode: 'Bunun yerine doğrulama kodu kullan',
  takePassword: 'Bunun yerine şifre kullan',
  send: 'Devam et',
  sending: 'Denetleniyor',
  cancel: 'Vazgeç',
  failed: 'Denetlenemedi',
  wrongPassword: 'Şifre yanlış.',
  wrongCode: 'Kod yanlış ya da süresi geçmiş.',
} as const
