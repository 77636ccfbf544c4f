import { useEffect, useRef, useState } from 'react'
import { steadyNow } from '../../shared/time/steady.ts'

/** What changed and is to be said, each in its own sentence. */
export type Announced = Readonly<Record<'mode' | 'sort' | 'filters' | 'link', string>>
type Kind = keyof Announced

/** Design: a list that changes ten times a second would talk without end. */
const LEAST_GAP_MS = 10_000
/** The list has to follow a changed filter before its result can be said. */
const SETTLE_MS = 1_500

/**
 * Reads out what the reader did to the list and what became of the connection, at most once in ten seconds and then together.
 * `keys` are compared, `textOf` is asked when it is said: figures that tick by themselves are never a reason to speak.
 */
export function Announcer(props: { readonly keys: Announced; readonly textOf: (kind: Kind) => string }) {
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
    const wait = Math.max(SETTLE_MS, saidAt.current + LEAST_GAP_MS - steadyNow())
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
