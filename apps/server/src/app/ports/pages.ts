/** A page of a list: `limit` rows after the first `skip`. */
export type Page = { readonly limit: number; readonly skip: number }

/** The rows of a page, and the number of all rows. */
export type PageOf<T> = { readonly rows: readonly T[]; readonly total: number }
