import { LEGAL_PAGES, type LegalPage } from '@makas/contract'
import type { LegalDocument } from '../../text/legal/document.ts'

/** Each text is a separate file of the bundle, loaded only by its page. */
const TEXTS: Record<LegalPage, () => Promise<{ readonly document: LegalDocument }>> = {
  kvkk: () => import('../../text/legal/kvkk.ts'),
  'acik-riza': () => import('../../text/legal/acik-riza.ts'),
  cerezler: () => import('../../text/legal/cerezler.ts'),
  'kullanim-kosullari': () => import('../../text/legal/kullanim-kosullari.ts'),
  'risk-bildirimi': () => import('../../text/legal/risk-bildirimi.ts'),
  'mesafeli-satis': () => import('../../text/legal/mesafeli-satis.ts'),
  'on-bilgilendirme': () => import('../../text/legal/on-bilgilendirme.ts'),
  'iptal-iade': () => import('../../text/legal/iptal-iade.ts'),
  basvuru: () => import('../../text/legal/basvuru.ts'),
  'saklama-imha': () => import('../../text/legal/saklama-imha.ts'),
  kunye: () => import('../../text/legal/kunye.ts'),
}

/** The text of a legal page; null for an unknown name. */
export async function legalDocument(name: string): Promise<LegalDocument | null> {
  const page = LEGAL_PAGES.find((one) => one === name)
  return page === undefined ? null : (await TEXTS[page]()).document
}
