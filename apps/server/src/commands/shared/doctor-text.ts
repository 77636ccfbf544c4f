import type { FaultCode } from '../../app/doctor/faults.ts'

export type Language = 'tr' | 'en'
/** What is wrong, and what to do about it. */
type Advice = { readonly what: string; readonly todo: string }

const SEND_RECORDING = {
  tr: 'Kaydı (--record DOSYA) hata bildirimine ekleyin; borsa biçimini değiştirmiş olabilir.',
  en: 'Attach a recording (--record FILE) to a bug report; the exchange may have changed its format.',
}
const WAIT = {
  tr: 'Bu süre geçmeden hiçbir istek göndermeyin; aynı adresten çalışan başka programları durdurun.',
  en: 'Send nothing before that time has passed; stop other programs that use the same address.',
}

/** The sentence of each fault; a missing one is a type error. */
export const ADVICE: Readonly<Record<FaultCode, Readonly<Record<Language, Advice>>>> = {
  dns: {
    tr: { what: 'Borsanın adı çözülemiyor', todo: 'İnternet bağlantısını ve DNS ayarını denetleyin.' },
    en: { what: "The exchange's name cannot be resolved", todo: 'Check the internet connection and the DNS settings.' },
  },
  tls: {
    tr: {
      what: 'Sertifika doğrulanamıyor; bağlantı kurulmadı',
      todo: 'Araya giren vekil sunucuyu ya da virüs tarayıcısını devre dışı bırakın; makinenin saatini ve kök sertifikalarını denetleyin.',
    },
    en: {
      what: 'The certificate is wrong; nothing was sent',
      todo: 'Switch off the proxy or virus scanner in between; check the clock and the root certificates of this machine.',
    },
  },
  'region-refused': {
    tr: {
      what: 'Borsa bu ülkeye hizmet vermiyor',
      todo: 'Sunucuyu borsanın hizmet verdiği bir ülkede çalıştırın ya da bu borsayı EXCHANGES ayarından çıkarın.',
    },
    en: {
      what: 'The exchange refuses this country',
      todo: 'Run the server in a country that the exchange serves, or leave the exchange out of EXCHANGES.',
    },
  },
  forbidden: {
    tr: {
      what: 'Borsa bağlantıyı 403 ile reddediyor',
      todo: 'Bu adres ya da ülke engellenmiş olabilir. On dakika sonra yeniden, ardından başka bir ağdan deneyin.',
    },
    en: {
      what: 'The exchange refuses with 403',
      todo: 'This address or country may be blocked. Try again after ten minutes, then from another network.',
    },
  },
  banned: {
    tr: { what: 'Borsa bu adresi geçici olarak yasakladı', todo: WAIT.tr },
    en: { what: 'The exchange has banned this address for a while', todo: WAIT.en },
  },
  'too-many-requests': {
    tr: { what: 'Bu adresten çok fazla istek gitmiş', todo: WAIT.tr },
    en: { what: 'Too many requests came from this address', todo: WAIT.en },
  },
  maintenance: {
    tr: { what: 'Borsa bakımda', todo: 'Borsanın durum sayfasına bakın ve bakım bitince yeniden deneyin.' },
    en: { what: 'The exchange is under maintenance', todo: 'Look at its status page and try again afterwards.' },
  },
  unreachable: {
    tr: { what: 'Borsaya ulaşılamıyor', todo: 'Güvenlik duvarını ve giden bağlantıları (443, 9443, 8443) denetleyin.' },
    en: {
      what: 'The exchange cannot be reached',
      todo: 'Check the firewall and outgoing connections (443, 9443, 8443).',
    },
  },
  'clock-skew': {
    tr: {
      what: 'Saat borsanınkinden sapıyor',
      todo: 'Makinenin saatini NTP ile eşitleyin (timedatectl set-ntp true).',
    },
    en: {
      what: "This clock differs from the exchange's",
      todo: 'Synchronise this machine by NTP (timedatectl set-ntp true).',
    },
  },
  'clock-unknown': {
    tr: { what: 'Borsanın saati ölçülemedi', todo: 'Daha uzun bir süreyle (--seconds) yeniden deneyin.' },
    en: { what: "The exchange's clock could not be measured", todo: 'Try again for longer (--seconds).' },
  },
  'list-missing': {
    tr: { what: 'Çift listesi alınamadı', todo: `Aşağıdaki yanıta bakın. ${SEND_RECORDING.tr}` },
    en: { what: 'The list of instruments did not come', todo: `See the answer. ${SEND_RECORDING.en}` },
  },
  'list-unread': {
    tr: { what: 'Çift listesinin çoğu okunamadı: bir alanın adı değişmiş olabilir', todo: SEND_RECORDING.tr },
    en: { what: 'Most of the list cannot be read: a field may have been renamed', todo: SEND_RECORDING.en },
  },
  'list-fields': {
    tr: { what: 'Listede fiyat ya da miktar adımı eksik: bir alanın adı değişmiş olabilir', todo: SEND_RECORDING.tr },
    en: { what: 'Price or lot steps are missing in the list: a field may have been renamed', todo: SEND_RECORDING.en },
  },
  'list-size': {
    tr: { what: 'Çift listesinin uzunluğu şüpheli', todo: SEND_RECORDING.tr },
    en: { what: 'The length of the list is doubtful', todo: SEND_RECORDING.en },
  },
  'nothing-wanted': {
    tr: { what: 'Abone olunacak çift yok', todo: '--symbols ve --exchanges değerlerini denetleyin.' },
    en: { what: 'There is no book to subscribe to', todo: 'Check --symbols and --exchanges.' },
  },
  'subscriptions-refused': {
    tr: { what: 'Borsa bazı abonelikleri reddetti', todo: SEND_RECORDING.tr },
    en: { what: 'The exchange refused subscriptions', todo: SEND_RECORDING.en },
  },
  'books-unproven': {
    tr: { what: 'Bazı emir defterleri hiç doğrulanamadı', todo: `Daha uzun süreyle deneyin. ${SEND_RECORDING.tr}` },
    en: { what: 'Some books were never proven', todo: `Try for longer. ${SEND_RECORDING.en}` },
  },
  'books-silent': {
    tr: { what: 'Abone olunan emir defteri sessiz: borsada değişiyor, bize gelmiyor', todo: SEND_RECORDING.tr },
    en: { what: 'A subscribed book is silent: it changes at the exchange and nothing comes', todo: SEND_RECORDING.en },
  },
  'books-quiet': {
    tr: {
      what: 'Bazı emir defterleri uzun süredir değişmedi',
      todo: 'Az işlem gören çiftlerde olağandır; çoğunda böyleyse ağ yolunu denetleyin.',
    },
    en: {
      what: 'Some books have not changed for long',
      todo: 'Normal for pairs that are hardly traded; if most are so, check the network.',
    },
  },
  'books-late': {
    tr: { what: 'Emir defterleri geç geliyor', todo: 'Ağ gecikmesini ve makinenin yükünü denetleyin.' },
    en: { what: 'Books come late', todo: 'Check the latency of the network and the load of this machine.' },
  },
  'frames-refused': {
    tr: { what: 'Bazı iletiler okunamadı: bir alanın adı değişmiş olabilir', todo: SEND_RECORDING.tr },
    en: { what: 'Messages could not be read: a field may have been renamed', todo: SEND_RECORDING.en },
  },
  'frames-unknown': {
    tr: { what: 'Tanınmayan bir ileti türü geldi', todo: SEND_RECORDING.tr },
    en: { what: 'A message of an unknown kind came', todo: SEND_RECORDING.en },
  },
  'frames-meaningless': {
    tr: { what: 'Hiçbir şeye yaramayan bir ileti türü geldi', todo: 'Zararsız olabilir; yeni bir türse bildirin.' },
    en: { what: 'A kind of message came that nothing here uses', todo: 'It may be harmless; report it if it is new.' },
  },
  'frames-unusual': {
    tr: { what: 'Emir defteri iletileri alışılmış biçimde değil (okunuyor, ama yavaş)', todo: SEND_RECORDING.tr },
    en: { what: 'Book messages have an unusual form (they are read, slowly)', todo: SEND_RECORDING.en },
  },
  'marks-missing': {
    tr: { what: 'Vadeli işlemlerin gösterge fiyatları gelmiyor', todo: SEND_RECORDING.tr },
    en: { what: 'Mark prices of perpetuals do not come', todo: SEND_RECORDING.en },
  },
  'checksums-wrong': {
    tr: {
      what: 'Sağlama toplamı tutmayan emir defterleri oldu',
      todo: `Tek tük olağandır; sıksa: ${SEND_RECORDING.tr}`,
    },
    en: { what: 'Books had wrong checksums', todo: `Single ones are normal; if many: ${SEND_RECORDING.en}` },
  },
  'books-lost': {
    tr: {
      what: 'Emir defterleri koptu ve yeniden kuruldu',
      todo: 'Tek tük olağandır; sıksa ağ bağlantısını denetleyin.',
    },
    en: { what: 'Books were lost and made anew', todo: 'Single ones are normal; if many, check the network.' },
  },
  reconnects: {
    tr: { what: 'Bağlantı yenilendi', todo: 'Tek tük olağandır; sıksa ağ bağlantısını denetleyin.' },
    en: { what: 'Connections were replaced', todo: 'Single ones are normal; if many, check the network.' },
  },
  'worse-together': {
    tr: {
      what: 'Tek başına çalışıyor, hepsi birlikteyken çalışmıyor',
      todo: 'Makine ya da hat yetmiyor: SHARDS ayarına bakın (docs/operations.md).',
    },
    en: {
      what: 'It works alone, and not with all of them together',
      todo: 'The machine or the line is too slow: see SHARDS (docs/operations.md).',
    },
  },
  'key-refused': {
    tr: { what: 'Borsa anahtarı reddetti', todo: 'Anahtarı, gizli anahtarı, IP kısıtını ve süresini denetleyin.' },
    en: { what: 'The exchange refused the key', todo: 'Check key, secret, address restriction and expiry.' },
  },
  'key-unreachable': {
    tr: { what: 'Anahtar sorulamadı', todo: 'Daha sonra yeniden deneyin.' },
    en: { what: 'The key could not be asked about', todo: 'Try again later.' },
  },
  'key-moves-money': {
    tr: {
      what: 'Anahtar para çekebiliyor ya da bunu söylemiyor',
      todo: 'Borsada çekim (ve varsa transfer) iznini kapatın; ürün bu anahtarı kabul etmez.',
    },
    en: {
      what: 'The key may move money out, or does not say that it may not',
      todo: 'Switch withdrawals (and transfers) off; the product refuses this key.',
    },
  },
}

/** The words around the faults. */
export const VERDICT_WORDS: Readonly<Record<Language, Readonly<Record<'heading' | 'fine' | 'note' | 'todo', string>>>> =
  {
    tr: {
      heading: 'SONUÇ',
      fine: 'sorun bulunmadı; bağlanıldı ve emir defterleri doğrulandı.',
      note: 'not',
      todo: 'Ne yapmalı',
    },
    en: {
      heading: 'VERDICT',
      fine: 'no fault found; connected, and books are proven.',
      note: 'note',
      todo: 'What to do',
    },
  }

export const faultCount: Readonly<Record<Language, (count: number) => string>> = {
  tr: (count) => `${count} sorun bulundu.`,
  en: (count) => `${count} ${count === 1 ? 'fault' : 'faults'} found.`,
}
