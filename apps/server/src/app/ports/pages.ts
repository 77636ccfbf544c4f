/** A part of a list. */
export type Page = { readonly limit: number; readonly skip: number }

/** That part, and how many there are in all. */
export type Paged<T> = { readonly rows: readonly T[]; readonly total: number }
