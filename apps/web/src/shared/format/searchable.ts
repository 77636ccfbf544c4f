const FOLDED: Readonly<Record<string, string>> = { ı: 'i', ç: 'c', ğ: 'g', ö: 'o', ş: 's', ü: 'u' }

/** Text as a search compares it: without case, and i and ı, c and ç and the like are one letter (turkish.md § 1). */
export function searchable(text: string): string {
  return text
    .toLocaleLowerCase('tr')
    .trim()
    .replace(/[ıçğöşü]/g, (letter) => FOLDED[letter] ?? letter)
}
