import { lazyRouteComponent, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'

/** Pages that are readable before the script runs; they load without the query cache, a tenth of the site's code. */
const PLAIN = /^\/(legal\/.*)?$/

/** A route component: the router draws loaded code at once, while React's `lazy` would empty the page first. */
const Queries = lazyRouteComponent(() => import('../queries.tsx'), 'Queries')

/** Loads the query cache where the page at this address needs it. */
export async function loadQueries(pathname: string): Promise<void> {
  if (!PLAIN.test(pathname)) await Queries.preload?.()
}

/** The page, within the query cache where it needs one; `children`: parts of the frame that need the cache too. */
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
