import { lazyRouteComponent, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'

/** Pages that are read before the script runs: they come without the cache of calls, which is a tenth of all its code. */
const PLAIN = /^\/(legal\/.*)?$/

/** Once loaded it is drawn at once, where one of `lazy` would first leave the page empty. */
const Queries = lazyRouteComponent(() => import('./queries.tsx'), 'Queries')

/** Loads what the page at this address stands on. */
export async function loadQueries(pathname: string): Promise<void> {
  if (!PLAIN.test(pathname)) await Queries.preload?.()
}

/** The page, with what it stands on; `children`: what else of the frame needs the cache of calls. */
export function PageOutlet({ children }: { readonly children?: ReactNode }) {
  const { pathname } = useLocation()
  if (PLAIN.test(pathname)) return <Outlet />
  return (
    <Suspense fallback={null}>
      <Queries>
        {children}
        <Outlet />
      </Queries>
    </Suspense>
  )
}
