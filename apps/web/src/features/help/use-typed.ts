import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * The text of the search box and its setter. The address follows the box; a link or Back changes the address, and then
 * the box follows. The box does not read the router's state: that state comes late and would undo newer keys.
 */
export function useTyped(): readonly [typed: string, type: (next: string) => void] {
  const search = useSearch({ from: '/help' })
  const navigate = useNavigate({ from: '/help' })
  const router = useRouter()
  const [typed, setTyped] = useState(search.q ?? '')
  /** What this page last wrote into the address; any other value comes from a link or Back. */
  const written = useRef(search.q)
  useEffect(
    () =>
      // `onBeforeLoad` is sent while the address changes, and always for the newest address.
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
