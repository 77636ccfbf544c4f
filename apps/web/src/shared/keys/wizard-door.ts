import { useSyncExternalStore } from 'react'

type Opened = {
  /** Called when somebody finished it with a connection made (STATE-19). */
  readonly onFinish?: (() => void) | undefined
}

let opened: Opened | null = null
const watchers = new Set<() => void>()

function set(next: Opened | null): void {
  opened = next
  for (const watcher of watchers) watcher()
}

/** Opens the exchange wizard at its first step, from anywhere; the frame draws it. */
export function openWizard(next: Opened = {}): void {
  set(next)
}

export function closeWizard(): void {
  set(null)
}

/** What is to be drawn now, null where the wizard is closed. */
export function useWizardDoor(): Opened | null {
  return useSyncExternalStore(
    watch,
    () => opened,
    () => null,
  )
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
