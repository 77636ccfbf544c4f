import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'Risk bildirimi',
  description:
    'Kripto varlık arbitrajının riskleri: makasın kapanması, yarım kalan işlem, kayma, fonlama, likidasyon, borsa ve teknik riskler. Kâr garantisi yoktur.',
  version: '2026-11',
  lead: 'Kâr garantisi yoktur, yatırım tavsiyesi değildir. İşlemler kendi borsa hesabınızda, çekim yetkisi kapalı anahtarlarla yürür. Aşağıdakileri okuyup anlamadan gerçek parayla işlem yapmayın; kaybetmeyi göze alamayacağınız parayı kullanmayın.',
  sections: [
    {
      title: 'Genel olarak',
      blocks: [
        'Kripto varlıkların fiyatı kısa sürede büyük oranda değişebilir; bir varlık değerinin tamamını yitirebilir. Kripto varlıklar mevduat değildir; devlet güvencesi ya da yatırımcı tazmin sistemi kapsamında değildir.',
        '“Arbitraj” sözcüğü risksizlik anlamına gelmez. Ekrandaki net getiri, o andaki emir defterleri değişmezse ve bütün emirler hesaplandığı gibi gerçekleşirse kalacak olandır.',
      ],
    },
    {
      title: 'Spot arbitrajın riskleri',
      blocks: [
        {
          list: [
            'Zaman: bir makasın ömrü çoğu kez saniyenin altındadır. Emriniz ulaştığında makas kapanmış olabilir.',
            'Yarım kalan işlem: alış gerçekleşip satış gerçekleşmezse (ya da tersi) açık pozisyonda kalır, piyasa riskini tek başınıza taşırsınız.',
            'Kayma: miktarınız defterde ilerledikçe fiyat kötüleşir; derinlik siz emir verene kadar çekilebilir.',
            'Bakiye: hesap, iki borsada da önceden bakiye bulunduğunu varsayar. Bakiyeyi yeniden dengelemek çekim ücreti, ağ ücreti ve zaman ister; bunlar gösterilen getiriye dahil değildir.',
            'Aynı simge, başka varlık: borsalar aynı kısaltmayı farklı varlıklar için kullanabilir. Site yalnız gözden geçirilmiş eşleşmeleri karşılaştırır, ama siz de doğrulayın.',
          ],
        },
      ],
    },
    {
      title: 'Taşıma (nakit-taşı) riskleri',
      blocks: [
        {
          list: [
            'Fonlama: geçmiş ödemelerin ortalaması geleceği göstermez; oran düşebilir ya da yön değiştirip sizden alınmaya başlayabilir.',
            'Likidasyon: kısa bacağın teminatı fiyat yükselince yetmeyebilir; pozisyon zorla kapatılabilir. Kaldıraç arttıkça likidasyon yaklaşır.',
            'Baz: spot ile vadeli arasındaki fark, kapanışta aleyhinize açılmış olabilir.',
            'Otomatik kaldıraç düşürme: borsa, kârdaki pozisyonunuzu sizin isteğiniz dışında kapatabilir.',
            'Yıllıklandırma: APY, kısa bir dönemin sonucunun yıl boyu süreceği varsayımıyla hesaplanır. Yanında yazan taşıma süresine bakın.',
          ],
        },
      ],
    },
    {
      title: 'Üçgen arbitrajın riskleri',
      blocks: [
        'Üç emrin üçü de peş peşe gerçekleşmelidir. Ara bacakta kalırsanız, istemediğiniz bir varlığı elinizde tutarsınız. Küçük getiriler, tek bir kademenin kaymasıyla zarara döner. Gösterilen ömür (TTL) geçmişteki benzer fırsatların ortancasıdır, bir söz değildir.',
      ],
    },
    {
      title: 'Borsa ve karşı taraf riski',
      blocks: [
        {
          list: [
            'Borsa çekim ve yatırmayı durdurabilir, hesabınızı sınırlayabilir, iflas edebilir.',
            'Komisyon kademesi size göre değişir; gösterilen oran genel tarifedir, anahtar bağladığınızda kendi kademeniz okunur.',
            'Yurt dışındaki bir borsanın Türkiye’de yerleşik kişilere hizmet verip veremeyeceği mevzuata bağlıdır; 6362 sayılı Sermaye Piyasası Kanunu’nun kripto varlıklara ilişkin hükümlerini ve Kurul duyurularını izlemek sizin sorumluluğunuzdadır.',
            'Stabil kripto varlıklar sabit değerlerinden sapabilir.',
          ],
        },
      ],
    },
    {
      title: 'Teknik riskler',
      blocks: [
        'Veri gecikebilir ya da kesilebilir; bağlantınız kopabilir; borsanın bildirdiği saat yanlış olabilir. Site bayat veriyi işaretler ve eski fiyatla fırsat göstermez, ama hiçbir sistem kusursuz değildir. Ziyaretçiler önbellekteki (en çok son 90 saniyelik) veriyi görür; bu veriyle işlem yapmayın.',
        'API anahtarınızı ele geçiren biri, çekim yetkisi kapalı olsa da hesabınızda işlem yaparak zarar verebilir. Anahtarı IP adresiyle sınırlayın, yetkisini en aza indirin.',
      ],
    },
    {
      title: 'Simülasyon ve demo sonuçları',
      blocks: [
        'Simülasyon, demo işlem ve deneme portföyü sonuçları varsayımlara dayanır; gerçek sonuçları göstermez ve gelecek için söz vermez. Demo piyasada fiyatlar benzetilmiştir, gerçek değildir.',
      ],
    },
    {
      title: 'Vergi ve yükümlülükler',
      blocks: [
        'Kazancınızın vergilendirilmesi ve bildirim yükümlülükleri size aittir. Tereddüt hâlinde malî müşavirinize danışın. Sorularınız için: {email}.',
      ],
    },
  ],
}
