import { useEffect, useRef, useState } from 'react'
import { steadyNow } from '../../../shared/time/steady.ts'

/** By kind of announcement a text that changes with its subject. Each kind is a sentence of its own. */
export type AnnouncementKeys = Readonly<Record<'mode' | 'sort' | 'filters' | 'link', string>>
type Kind = keyof AnnouncementKeys

/** Least time between announcements, ms: a list that changes ten times a second would talk without end. */
const LEAST_GAP_MS = 10_000
/** Wait before an announcement, ms: the list must follow a changed filter before its result can be said. */
const ANNOUNCE_AFTER_MS = 1_500

/**
 * Reads out changes that the viewer made to the list and changes of the connection, at most once in ten seconds and
 * then together. A change of `keys` starts it, `textOf` gives the text at that moment: figures that change by
 * themselves are never read out.
 */
export function Announcer(props: { readonly keys: AnnouncementKeys; readonly textOf: (kind: Kind) => string }) {
  const { keys } = props
  const before = useRef(keys)
  const pending = useRef(new Set<Kind>())
  const saidAt = useRef(Number.NEGATIVE_INFINITY)
  const textOf = useRef(props.textOf)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    textOf.current = props.textOf
  })
  useEffect(() => {
    for (const kind of Object.keys(keys) as Kind[]) if (keys[kind] !== before.current[kind]) pending.current.add(kind)
    before.current = keys
    if (pending.current.size === 0) return
    clearTimeout(timer.current)
    const wait = Math.max(ANNOUNCE_AFTER_MS, saidAt.current + LEAST_GAP_MS - steadyNow())
    timer.current = setTimeout(() => {
      saidAt.current = steadyNow()
      const kinds = [...pending.current]
      pending.current.clear()
      setText(kinds.map((kind) => textOf.current(kind)).join(' '))
    }, wait)
  }, [keys])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <p className="sr-only" role="status" data-testid="announcer">
      {text}
    </p>
  )
}
