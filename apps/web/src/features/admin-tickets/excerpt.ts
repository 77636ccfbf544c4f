const MOST = 100

/** The first hundred characters of a description in one line (ATICK-02, CONST-30). */
export function excerptOf(description: string): string {
  const letters = [...description.replace(/\s+/gu, ' ').trim()]
  return letters.length <= MOST ? letters.join('') : `${letters.slice(0, MOST).join('')}…`
}
