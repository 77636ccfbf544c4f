import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * The text of the search box and its setter. The address follows the box, and a link or Back that changes the address
 * changes the box. The box has the text first: the router's state comes later and would undo what was typed since.
 */
export function useTyped(): readonly [typed: string, type: (next: string) => void] {
  const search = useSearch({ from: '/help' })
  const navigate = useNavigate({ from: '/help' })
  const router = useRouter()
  const [typed, setTyped] = useState(search.q ?? '')
  /** What this page last wrote into the address; any other value came from outside. */
  const written = useRef(search.q)
  useEffect(
    () =>
      // `onBeforeLoad` is sent while the address changes, and always of the newest one.
      router.subscribe('onBeforeLoad', ({ toLocation }) => {
        if (toLocation.pathname !== '/help') return
        const { q }: { readonly q?: unknown } = toLocation.search
        const next = typeof q === 'string' || typeof q === 'number' ? String(q) : undefined
        if (next === written.current) return
        written.current = next
        setTyped(next ?? '')
      }),
    [router],
  )
  const type = (next: string) => {
    setTyped(next)
    const q = next.trim() === '' ? undefined : next
    written.current = q
    void navigate({ search: { ...search, q }, replace: true, resetScroll: false })
  }
  return [typed, type]
}
