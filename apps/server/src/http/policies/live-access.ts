/** Whether a request may see the newest data; without it a request is a visitor's and gets the frozen list. */
export type LiveAccess = (authorization: string | undefined) => boolean

/**
 * `LIVE_FOR_ALL` opens the live list to everyone (tests only). There are no accounts yet, so no bearer can be valid:
 * whoever sends one counts as a visitor.
 */
export function liveAccess(liveForAll: boolean): LiveAccess {
  return () => liveForAll
}
