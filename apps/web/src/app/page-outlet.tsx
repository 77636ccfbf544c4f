import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

/** Pages that are read before the script runs: they come without the cache of calls, which is a tenth of all its code. */
const PLAIN = /^\/(legal\/.*)?$/

const Queries = lazy(async () => ({ default: (await import('./queries.tsx')).Queries }))

/** The page, with what it stands on. */
export function PageOutlet() {
  const { pathname } = useLocation()
  if (PLAIN.test(pathname)) return <Outlet />
  return (
    <Suspense fallback={null}>
      <Queries>
        <Outlet />
      </Queries>
    </Suspense>
  )
}
