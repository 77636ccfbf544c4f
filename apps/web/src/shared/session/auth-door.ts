import { useSyncExternalStore } from 'react'

export type AuthMode = 'login' | 'register'

type Opened = {
  readonly mode: AuthMode
  /** Called when it is closed without anybody having logged in. */
  readonly onClose?: (() => void) | undefined
}

let opened: Opened | null = null
const watchers = new Set<() => void>()

function set(next: Opened | null): void {
  opened = next
  for (const watcher of watchers) watcher()
}

/** Opens the one dialog for login and registration, from anywhere; the frame draws it. */
export function openAuth(next: Opened): void {
  set(next)
}

export function closeAuth(): void {
  set(null)
}

/** What is to be drawn now, null where the dialog is closed. */
export function useAuthDoor(): Opened | null {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => opened,
    () => null,
  )
}
