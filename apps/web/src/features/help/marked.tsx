import { stretchesOf } from '@makas/domain'
import type { ReactNode } from 'react'

/** A text with the search words marked, whatever their case and dots. */
export function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of stretchesOf(text, words)) {
    parts.push(text.slice(at, start))
    parts.push(
      <mark
        key={start}
        className="rounded-[3px] bg-accent-wash text-text-1 underline decoration-accent decoration-2 underline-offset-2"
      >
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
