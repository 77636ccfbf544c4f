/** The first letters of a person's names in Turkish capitals: `İS` for "ilker sarı". */
export function initialsOf(firstName: string, lastName: string): string {
  return [firstName, lastName].map((name) => [...name.trim()][0]?.toLocaleUpperCase('tr') ?? '').join('')
}
