import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { tr } from '../../text/frame/tr.ts'
import { sentenceOf } from '../api/failure-sentence.ts'
import { Button } from './button.tsx'

/** Skeleton rows until the first answer; announced once to screen readers. */
export function Loading({ rows = 4, label = tr.states.loading }: { readonly rows?: number; readonly label?: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3 p-4">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all alike
        <div key={at} className="skeleton h-5" style={{ width: `${92 - ((at * 17) % 40)}%` }} />
      ))}
    </div>
  )
}

/** A list without entries: one sentence, and the next step. */
export function Empty({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 p-5 text-13 text-text-2">
      <p>{children}</p>
      {action}
    </div>
  )
}

/** Says why something could not be loaded, with a retry. `fallback`: the sentence if the server gives none. */
export function Failed(props: { readonly error: unknown; readonly fallback?: string; readonly retry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 p-5 text-13">
      <p className="flex items-start gap-2 text-text-1">
        <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        {sentenceOf(props.error, props.fallback ?? tr.states.failed)}
      </p>
      {props.retry !== undefined && <Button onClick={props.retry}>{tr.states.retry}</Button>}
    </div>
  )
}
