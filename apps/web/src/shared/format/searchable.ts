const FOLDED: Readonly<Record<string, string>> = { ı: 'i', ç: 'c', ğ: 'g', ö: 'o', ş: 's', ü: 'u' }

/** A text folded for searching: without case, and with i and ı, c and ç and the like as one letter (turkish.md § 1). */
export function searchable(text: string): string {
  return text
    .toLocaleLowerCase('tr')
    .trim()
    .replace(/[ıçğöşü]/g, (letter) => FOLDED[letter] ?? letter)
}
