import { Check } from 'lucide-react'
import { valueStore } from '../../storage/value-store.ts'

const SHOWN_MS = 5_000
const MOST = 3

type Toast = { readonly id: number; readonly text: string }

const toasts = valueStore<readonly Toast[]>([])
let last = 0

/** Shows in a corner that something is done; errors are shown where they happened (design.md § 5). */
export function sayDone(text: string): void {
  last += 1
  const id = last
  toasts.set([...toasts.get(), { id, text }].slice(-MOST))
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), SHOWN_MS)
}

/** The corner for toasts, once on the page; drawn before the first toast, so that screen readers announce toasts. */
export function Toasts() {
  const shown = toasts.use()
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-(--z-alert) flex flex-col items-end gap-2 print:hidden"
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
