import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'Kullanım koşulları ve üyelik sözleşmesi',
  description:
    'Makas sitesinin ne sunduğu ve ne sunmadığı, üyelik, borsa anahtarları, uygun kullanım, sorumluluk ve sözleşmenin sona ermesi.',
  version: '2026-11',
  lead: 'Bu koşullar, siteyi ziyaret eden ve üye olan herkes ile işletmeci ({title}) arasındadır. Üye olarak koşulları kabul etmiş olursunuz; kabul etmiyorsanız siteyi üye olmadan, ziyaretçi olarak kullanabilirsiniz.',
  sections: [
    {
      title: 'Hizmet nedir, ne değildir',
      blocks: [
        'Makas; Binance, OKX, Bybit ve Kraken borsalarının herkese açık emir defterlerini karşılaştıran, komisyon ve kaymayı düşerek kalan farkı gösteren bir bilgi ekranıdır. Simülasyon, demo işlem ve deneme portföyü gerçek para kullanmaz.',
        {
          list: [
            'Makas bir borsa ya da kripto varlık hizmet sağlayıcısı değildir; emir eşleştirmez, para ya da kripto varlık saklamaz, ödeme almaz.',
            'Gösterilenler yatırım tavsiyesi, portföy yöneticiliği ya da aracılık değildir. Karar sizindir.',
            'Kâr garantisi yoktur. Görünen bir fırsat, siz emir verirken kapanmış olabilir. Ayrıntısı [risk bildirimindedir](/legal/risk-bildirimi).',
            'Ürün deneme (BETA) aşamasındadır; özellikler değişebilir, hizmet kesilebilir.',
          ],
        },
      ],
    },
    {
      title: 'Üyelik',
      blocks: [
        'Üye olmak için 18 yaşını doldurmuş ve fiil ehliyetine sahip olmanız gerekir. Verdiğiniz bilgilerin doğru ve size ait olmasından siz sorumlusunuz.',
        'Hesap kişiseldir; başkasına devredilemez ve paylaşılamaz. Şifrenizi ve ikinci adım cihazınızı siz korursunuz. Hesabınızın izinsiz kullanıldığını düşünüyorsanız şifrenizi değiştirin, açık oturumları kapatın ve destek talebi açın.',
        'Kullanmadığınız hesabınızı dilediğiniz an silebilirsiniz.',
      ],
    },
    {
      title: 'Borsa API anahtarları',
      blocks: [
        {
          list: [
            'Yalnız kendi hesabınıza ait, çekim yetkisi kapalı anahtar bağlayabilirsiniz. Çekim yetkisi açık bir anahtar reddedilir ve saklanmaz.',
            'Anahtar, bakiyenizi ve yetkilerinizi okumak ve sizin başlattığınız işlemler için kullanılır; başka bir amaçla kullanılmaz.',
            'Anahtarı borsanızda sunucunun adresiyle sınırlamanızı ve artık kullanmadığınız anahtarı borsada da silmenizi öneririz.',
            'İşlemler kendi borsa hesabınızda yürür; borsanın koşulları ve ücretleri sizinle borsa arasındadır.',
          ],
        },
      ],
    },
    {
      title: 'Uygun kullanım',
      blocks: [
        'Şunları yapmamayı kabul edersiniz:',
        {
          list: [
            'siteye aşırı yük bindirmek, istek sınırlarını aşmaya çalışmak, güvenlik önlemlerini delmek,',
            'başkasının hesabını ya da anahtarını kullanmak,',
            'verileri izinsiz olarak topluca yeniden yayımlamak ya da satmak,',
            'siteyi piyasa bozucu eylemler, suç gelirlerinin aklanması ya da başka bir hukuka aykırılık için kullanmak,',
            'destek taleplerinde hakaret, tehdit ya da başkasının kişisel verisini paylaşmak.',
          ],
        },
        'Bu kurallara aykırı hesap, sebebi bildirilerek kısıtlanabilir ya da kapatılabilir.',
      ],
    },
    {
      title: 'Verinin doğruluğu',
      blocks: [
        'Fiyatlar borsalardan alınır; gecikebilir, kesilebilir, yanlış gelebilir. Site verinin kaynağını ve yaşını gösterir: önbellek, örnek, demo piyasa ya da temsili olan her sayı böyle işaretlenir. İşlem yapmadan önce fiyatı kendi borsanızda doğrulayın.',
      ],
    },
    {
      title: 'Fikrî haklar',
      blocks: [
        'Sitenin yazılımı, tasarımı ve metinleri işletmeciye ya da lisans verenlerine aittir. Size siteyi bu koşullara uygun olarak kullanmanız için devredilemeyen, münhasır olmayan bir kullanım hakkı tanınır. Borsa adları ve markaları sahiplerine aittir; Makas onların ortağı ya da temsilcisi değildir.',
      ],
    },
    {
      title: 'Sorumluluk',
      blocks: [
        'İşletmeci, hizmeti özenle sunar; ancak piyasa hareketlerinden, borsaların kesintisinden, internet bağlantınızdan ve sizin kararlarınızdan doğan zararlardan sorumlu değildir. Kast ve ağır kusurdan doğan sorumluluk ile tüketicinin kanundan doğan, sözleşmeyle kaldırılamayan hakları saklıdır.',
      ],
    },
    {
      title: 'Ücret',
      blocks: [
        'Bugün hizmet ücretsizdir; planlar satın alınamaz, hesaplara yönetici tarafından tanımlanır. Ücretli satış açılırsa [ön bilgilendirme formu](/legal/on-bilgilendirme) ve [mesafeli satış sözleşmesi](/legal/mesafeli-satis) uygulanır; ücretsiz kullanım kendiliğinden ücretliye dönmez.',
      ],
    },
    {
      title: 'Değişiklik ve sona erme',
      blocks: [
        'Koşullar değişirse yeni sürüm, sürüm tarihiyle bu sayfada yayımlanır; ayrıca bildirim gönderilmez. Aleyhinize bir değişiklik, yayımından sonraki 30 gün içinde hesabınızı silerseniz size uygulanmaz.',
        'Hesabınızı sildiğinizde bağlantılarınız, anahtarlarınız ve kişisel verileriniz [saklama ve imha politikasına](/legal/saklama-imha) göre silinir.',
      ],
    },
    {
      title: 'Uygulanacak hukuk',
      blocks: [
        'Türkiye Cumhuriyeti hukuku uygulanır. Tüketici uyuşmazlıklarında, parasal sınırlara göre yerleşim yerinizdeki tüketici hakem heyetine ya da tüketici mahkemesine başvurabilirsiniz. İletişim: {email}, {phone}, {address}.',
      ],
    },
  ],
}
