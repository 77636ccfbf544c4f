/** Minutes since the first measured one, and the number of good ones. */
type Uptime = { readonly good: number; readonly all: number }

/** Storage of the minutes that had a live feed and a working database (product-decisions.md 14). */
export interface UptimeStore {
  /**
   * Notes the minute of `now`, once; with several shards it is good when all of them were live in it. A minute that
   * cannot be noted had no working database.
   */
  note(now: number, isLive: boolean): Promise<void>
  /** Null before the first measured minute. */
  read(now: number): Promise<Uptime | null>
}
