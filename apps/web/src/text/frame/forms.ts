import type { ErrorCode } from '@makas/contract'
import type { PasswordStrength } from '../../shared/forms/password-strength.ts'

/** Text that all forms share. */
export const forms = {
  required: 'zorunlu',
  show: (field: string) => `${field}: göster`,
  hide: (field: string) => `${field}: gizle`,
  characters: (count: string) => `${count} karakter`,
  /** `least`: fewest characters that this password may have. */
  password: {
    empty: (least: string) => `En az ${least} karakter. Birkaç kelimelik bir cümle hem uzun hem kolay hatırlanır.`,
    short: (least: string) => `Henüz kısa: en az ${least} karakter gerekir.`,
    weak: () => 'Kabul edilir ama zayıf sayılır. Zayıf şifreli hesaba canlı borsa anahtarı eklenemez.',
    fair: () => 'Kabul edilir. 15 karakter ve üzeri çok daha güçlüdür.',
    long: () => 'Uzunluğu iyi. Adınızı, e-postanızı ve yaygın kalıpları içermesin.',
  } satisfies Record<PasswordStrength, (least: string) => string>,
  unreachable: 'Sunucuya ulaşılamadı. Yazdıklarınız duruyor; internet bağlantınızı denetleyip yeniden gönderin.',
  unreadable: 'Sunucunun yanıtı anlaşılamadı. Yazdıklarınız duruyor; sayfayı kapatmadan yeniden gönderin.',
  refused: 'Sunucu isteği kabul etmedi. Yazdıklarınız duruyor; biraz sonra yeniden gönderin.',
  /** Replaces the sentences of `errors` if the server says how long to wait. */
  waiting: {
    'rate-limited': 'Çok sık istek gönderildi.',
    unavailable: 'Hizmet şu anda hazır değil.',
  } satisfies Partial<Record<ErrorCode, string>>,
  again: (wait: string) => `${wait} sonra yeniden gönderebilirsiniz.`,
  againNow: 'Şimdi yeniden gönderebilirsiniz.',
}
