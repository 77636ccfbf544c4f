/**
 * A legal text. In its sentences `{title}` and other names in braces stand for values of the operator's configuration,
 * and `[words](/address)` for a link within the site.
 */
export type LegalDocument = {
  readonly title: string
  readonly description: string
  readonly version: string
  readonly lead: string
  readonly sections: readonly LegalSection[]
}

type LegalSection = { readonly title: string; readonly blocks: readonly LegalBlock[] }

export type LegalBlock =
  | string
  | { readonly list: readonly string[] }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
