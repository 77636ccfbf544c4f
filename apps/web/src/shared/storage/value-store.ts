import { useSyncExternalStore } from 'react'

/** One value outside React that any page sets and the frame draws; a page that is rendered ahead has the first one. */
export type ValueStore<T> = {
  readonly get: () => T
  readonly set: (next: T) => void
  /** Hook: the current value. */
  readonly use: () => T
}

/** A store that lives as long as the page; nothing of it is kept in the browser. */
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
