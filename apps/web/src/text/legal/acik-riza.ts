import type { LegalDocument } from './document.ts'

export const document: LegalDocument = {
  title: 'Açık rıza metni',
  description:
    'Makas için açık rızanın hangi hâllerde ve nasıl istendiği, rıza vermemenin sonucu ve rızayı geri almanın yolu.',
  version: '2026-11',
  lead: 'Açık rıza, belirli bir konuya ilişkin, bilgilendirmeye dayanan ve özgür iradeyle açıklanan onaydır (KVKK m. 3). Bu metin [aydınlatma metninden](/legal/kvkk) ayrıdır ve üyeliğin koşulu değildir.',
  sections: [
    {
      title: 'Rızanıza bağlı tek konu: tanıtım iletileri',
      blocks: [
        'Üyelik, fırsatların gösterilmesi, anahtar bağlama, bakiye okuma ve destek için açık rıza gerekmez; bunlar sözleşmenin ifasına dayanır.',
        'Rızanıza bağlı olan yalnız şudur: ürün yenilikleri ve kampanyalar hakkında e-posta adresinize ticari elektronik ileti gönderilmesi. Bugün böyle bir ileti gönderilmez ve bu rıza sizden istenmez. İstenirse onay kutusu önceden işaretlenmez; işaretlemeden de bütün hizmetten yararlanırsınız.',
      ],
    },
    {
      title: 'Rıza metni',
      blocks: [
        '“E-posta adresimin, Makas ürünündeki yenilikler ve kampanyalar hakkında bana ticari elektronik ileti gönderilmesi amacıyla {title} tarafından işlenmesine, bu rızayı dilediğim an geri alabileceğimi bilerek, açık rıza veriyorum.”',
      ],
    },
    {
      title: 'Rıza vermezseniz',
      blocks: [
        'Hiçbir şey değişmez: hesabınız, verileriniz ve görebildikleriniz aynı kalır. Hizmetin kendisiyle ilgili bilgiler (destek yanıtı, başarısız girişler gibi) sitede gösterilir; bunlar ticari ileti değildir.',
      ],
    },
    {
      title: 'Rızayı geri almak',
      blocks: [
        'Verdiğiniz bir rızayı gelen iletideki ret bağlantısından ya da {email} adresine yazarak, sebep göstermeden ve ücretsiz geri alabilirsiniz. Geri alma ileriye etkilidir; en geç üç iş günü içinde gönderim durur.',
        'Rızanın verildiği ve geri alındığı an, kanıtlama yükümlülüğü gereği saklanır.',
      ],
    },
    {
      title: 'İleti Yönetim Sistemi (İYS)',
      blocks: [
        'Ticari elektronik ileti onayları 6563 sayılı Kanun uyarınca İYS üzerinde tutulur; onayınızı İYS üzerinden de görüp kaldırabilirsiniz. İşletmeci tanıtım iletisi göndermeye başlamadıkça bu bölüm uygulanmaz.',
      ],
    },
  ],
}
