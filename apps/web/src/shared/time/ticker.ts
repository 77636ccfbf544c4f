/** Interval of the timer that repaints all running ages without React, ms. */

const TICK_MS = 200
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls `paint` about five times a second until the returned function is called. */
export function everyTick(paint: () => void): () => void {
  watchers.add(paint)
  timer ??= setInterval(() => {
    for (const watcher of watchers) watcher()
  }, TICK_MS)
  return () => {
    watchers.delete(paint)
    if (watchers.size === 0 && timer !== undefined) {
      clearInterval(timer)
      timer = undefined
    }
  }
}
