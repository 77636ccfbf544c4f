/** A list of opportunities as somebody likes to look at it: a name, and the query of the page's address. */
export type SavedView = { readonly name: string; readonly query: string }

/** The saved views of a person, kept as one. */
export interface ViewStore {
  of(accountId: string): Promise<readonly SavedView[]>
  /** What is written last holds. */
  replace(accountId: string, views: readonly SavedView[], now: number): Promise<void>
}
