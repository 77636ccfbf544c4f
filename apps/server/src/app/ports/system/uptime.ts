/** `all`: minutes since the first measured minute. `good`: how many of them were good. */
type Uptime = { readonly good: number; readonly all: number }

/** Storage of the minutes that had a live feed and a working database (product-decisions.md 14). */
export interface UptimeStore {
  /**
   * Notes the minute of `now`, once. With several shards the minute is good when all shards were live in it. A minute
   * that cannot be noted had no working database.
   */
  note(now: number, isLive: boolean): Promise<void>
  /** Null before the first measured minute. */
  read(now: number): Promise<Uptime | null>
}
