import type { Mode } from '@makas/contract'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { CrashedPage } from './crashed-page.tsx'
import { Frame } from './frame.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage })

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/opportunities', replace: true })
  },
})

// Not the contract's own list: it would bring the schemas into what every page loads first.
const MODES = ['spot', 'carry', 'tri'] as const satisfies readonly Mode[]

/** `mode` is kept (OPP-11); `evidence` and `apy` open the dialog of that row: a deep link to a figure. */
type OpportunitiesSearch = {
  readonly mode?: Mode | undefined
  readonly evidence?: string | undefined
  readonly apy?: string | undefined
}

const rowId = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 128) : undefined)

/** Every key is named, absent or not: what the address says raw would otherwise show through. */
function opportunitiesSearch(search: Record<string, unknown>): OpportunitiesSearch {
  const evidence = rowId(search.evidence)
  return {
    mode: MODES.find((name) => name === search.mode),
    evidence,
    apy: evidence === undefined ? rowId(search.apy) : undefined,
  }
}

const opportunities = createRoute({
  getParentRoute: () => root,
  path: '/opportunities',
  validateSearch: opportunitiesSearch,
  component: lazyRouteComponent(() => import('../features/opportunities/opportunities-page.tsx'), 'OpportunitiesPage'),
})

const status = createRoute({
  getParentRoute: () => root,
  path: '/status',
  component: lazyRouteComponent(() => import('../features/status/status-page.tsx'), 'StatusPage'),
})

const adminSetup = createRoute({
  getParentRoute: () => root,
  path: '/admin/setup',
  component: lazyRouteComponent(() => import('../features/one-time/setup-page.tsx'), 'SetupPage'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('../features/one-time/reset-page.tsx'), 'ResetPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([start, opportunities, status, adminSetup, reset]),
  defaultPreload: 'intent',
  defaultErrorComponent: CrashedPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
