/** A saved view of the list of opportunities: a name, and the query of the page's address. */
export type SavedView = { readonly name: string; readonly query: string }

/** Storage of saved views, one document per user. */
export interface ViewStore {
  of(userId: string): Promise<readonly SavedView[]>
  /** Replaces all views of a user; the last write wins. */
  replace(userId: string, views: readonly SavedView[], now: number): Promise<void>
}
