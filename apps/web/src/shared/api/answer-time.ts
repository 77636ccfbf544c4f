import { useSyncExternalStore } from 'react'

let last: number | null = null
const watchers = new Set<() => void>()

/** Records how long the last answer of the API took, ms. */
export function noteAnswer(tookMs: number): void {
  last = Math.max(1, Math.round(tookMs))
  for (const watcher of watchers) watcher()
}

/** Duration of the last answer, ms; null before the first. */
export function useAnswerTime(): number | null {
  return useSyncExternalStore(watch, () => last)
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
