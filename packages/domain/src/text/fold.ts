/**
 * The marks that a letter carries: accents, cedillas, breves, the dot of an İ. Marks of other scripts tell words apart.
 */
const MARKS = /[\u0300-\u036f]/g

/**
 * A text as search sees it: without case, accents and the dots that Turkish keyboards put or leave out, so that CEKIM,
 * çekim and ÇEKİM are one word. The SQL function `folded` of the database does these steps too: decompose (NFD), drop
 * the marks, give the dotless i its dot, compose (NFC), lower case without a locale, one small sigma.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/\u0131/g, 'i')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
}
