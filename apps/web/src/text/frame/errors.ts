import type { ErrorCode } from '@makas/contract'

/** What each refusal of the server means, where it says nothing itself. */
export const errors: Record<ErrorCode, string> = {
  'bad-request': 'İstek anlaşılamadı.',
  validation: 'Gönderilen bilgiler geçerli değil.',
  'registration-failed': 'Kayıt başarısız',
  'password-weak': 'Bu şifre çok kolay tahmin edilebilir. Lütfen en az 15 karakterlik başka bir şifre seçin.',
  'proof-wrong': 'Şifre ya da doğrulama kodu yanlış.',
  'withdraw-enabled':
    'Bu anahtarın para çekme izni açık ya da izni okunamadı. Borsada çekim (ve varsa transfer) iznini kapatıp yeniden deneyin.',
  'demo-market':
    'Demo piyasa açık: gerçek borsalara ulaşılamıyor. Anahtarınız hiçbir yere gönderilmedi ve kaydedilmedi; denemek için demo hesabı kullanın.',
  'token-invalid': 'Bu bağlantı geçersiz ya da süresi dolmuş.',
  unauthorized: 'Giriş yapmanız gerekiyor',
  'invalid-credentials': 'Geçersiz email veya şifre',
  'totp-required': 'Doğrulama kodunu girin.',
  'totp-wrong': 'Doğrulama kodu geçersiz.',
  'foreign-origin': 'Bu istek bu siteden gelmedi.',
  'proof-required': 'Bu işlem için şifrenizi ya da doğrulama kodunuzu yeniden girin.',
  'totp-setup-required': 'Devam etmek için önce iki adımlı doğrulamayı açın.',
  'idempotency-mismatch': 'Bu istek daha önce başka bilgilerle gönderildi.',
  conflict: 'Bu işlem kaydın şu anki durumuyla çelişiyor.',
  'no-demo-account': 'Demo hesabı şu anda kullanılamıyor: yalnızca yerleşik demo piyasa açıkken bağlanabilir.',
  'not-found': 'Aranan kayıt bulunamadı.',
  'opportunity-closed': 'Bu fırsat kapandı.',
  'method-not-allowed': 'Bu işlem burada yapılamaz.',
  'not-acceptable': 'İstenen biçim sunulmuyor.',
  timeout: 'İstek zamanında tamamlanamadı.',
  'payload-too-large': 'Gönderilen veri çok büyük.',
  'uri-too-long': 'Adres çok uzun.',
  'unsupported-media-type': 'Gönderilen biçim desteklenmiyor.',
  'rate-limited': 'Çok sık istek gönderildi. Kısa bir süre sonra yeniden deneyin.',
  'headers-too-large': 'İstek başlıkları çok büyük.',
  internal: 'Sunucuda beklenmeyen bir hata oldu. Kaydını tuttuk; yeniden deneyin.',
  unavailable: 'Hizmet şu anda hazır değil. Kısa bir süre sonra yeniden deneyin.',
  'exchange-unreachable': 'Borsaya şu anda ulaşılamıyor. Hiçbir şey kaydedilmedi; lütfen biraz sonra yeniden deneyin.',
  'not-stored': 'Kaydedilemedi. Kısa bir süre sonra tekrar deneyin.',
}
