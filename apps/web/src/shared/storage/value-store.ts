import { useSyncExternalStore } from 'react'

/** A value outside React that any page sets and the frame draws. Prerendered pages have the first value. */
export type ValueStore<T> = {
  readonly get: () => T
  readonly set: (next: T) => void
  /** Hook: the current value. */
  readonly use: () => T
}

/** A store that lives as long as the page; the browser keeps nothing of it. */
export function valueStore<T>(first: T): ValueStore<T> {
  let value = first
  const watchers = new Set<() => void>()
  const watch = (changed: () => void) => {
    watchers.add(changed)
    return () => watchers.delete(changed)
  }
  const get = () => value
  return {
    get,
    set: (next) => {
      value = next
      for (const watcher of watchers) watcher()
    },
    use: () => useSyncExternalStore(watch, get, () => first),
  }
}
