/** Whole minutes since the first one that was measured, and how many of them were good. */
type Uptime = { readonly good: number; readonly all: number }

/** Where it is kept which minutes had a live feed and a working database (product-decisions.md 14). */
export interface UptimeStore {
  /** Notes the minute that `now` lies in, once; where shards are noted apart it is good when all of them were live in it. A minute that could not be noted was none with a working database. */
  note(now: number, isLive: boolean): Promise<void>
  /** Null: nothing was measured yet. */
  read(now: number): Promise<Uptime | null>
}
