/**
 * A copy is one compressed text: a head line, then for each table a line that names it and its columns, its rows as
 * PostgreSQL's COPY writes them, and a line `\.`; at the end the number of rows of each table. PostgreSQL escapes every
 * backslash in a row, so no row is `\.` or begins with `{"`. Unless it was asked for plain, that text is sealed
 * (sealed-copy.ts).
 */
export const FORMAT = 2
export const END_OF_ROWS = '\\.'

/** `schema`: the number of migrations that the database had. */
export type Head = {
  readonly makas: 'backup'
  readonly format: typeof FORMAT
  readonly at: string
  readonly schema: number
}
export type TableLine = { readonly table: string; readonly columns: readonly string[] }
export type EndLine = { readonly rows: Readonly<Record<string, number>> }

/** A copy or its destination is not usable. The message is a sentence for the operator. */
export class BackupRefusal extends Error {}

export const lineOf = (value: object) => `${JSON.stringify(value)}\n`

/** The JSON object of a line; empty for any other line. */
export function objectOf(line: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
