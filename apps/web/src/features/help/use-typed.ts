import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * What is typed into the search box, and the way to change it. It stands in the address too, and whoever changes that by a link or
 * the way back changes the box. The box has it first: the router's own state comes later and would take back what was typed since.
 */
export function useTyped(): readonly [typed: string, type: (next: string) => void] {
  const search = useSearch({ from: '/help' })
  const navigate = useNavigate({ from: '/help' })
  const router = useRouter()
  const [typed, setTyped] = useState(search.q ?? '')
  /** What this page last put into the address: anything else there came from outside. */
  const written = useRef(search.q)
  useEffect(
    () =>
      // Told while the address changes, and always of the newest one.
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
