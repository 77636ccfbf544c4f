import { Check } from 'lucide-react'
import { useSyncExternalStore } from 'react'

const SHOWN_MS = 5_000
const MOST = 3

type Toast = { readonly id: number; readonly text: string }

let toasts: readonly Toast[] = []
let last = 0
const watchers = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const watcher of watchers) watcher()
}

/** Confirms in a corner that something is done; what went wrong is said where it happened (design.md § 5). */
export function sayDone(text: string): void {
  last += 1
  const id = last
  show([...toasts, { id, text }].slice(-MOST))
  setTimeout(() => show(toasts.filter((toast) => toast.id !== id)), SHOWN_MS)
}

const watch = (changed: () => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

const current = () => toasts

/** The corner for them, once on the page; it is there before its first word, so that a screen reader hears it. */
export function Toasts() {
  const shown = useSyncExternalStore(watch, current, current)
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-(--z-alert) flex flex-col items-end gap-2"
    >
      {shown.map((toast) => (
        <p
          key={toast.id}
          className="layer-in flex items-start gap-2 rounded-control border border-line bg-panel px-3.5 py-2.5 text-13 text-text-1 shadow-floating"
        >
          <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-good" />
          {toast.text}
        </p>
      ))}
    </div>
  )
}
