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

/** `evidence` opens the dialog of that row: a deep link to a figure. */
type OpportunitiesSearch = { readonly evidence?: string }

const opportunities = createRoute({
  getParentRoute: () => root,
  path: '/opportunities',
  validateSearch: (search: Record<string, unknown>): OpportunitiesSearch =>
    typeof search.evidence === 'string' && search.evidence !== '' ? { evidence: search.evidence.slice(0, 128) } : {},
  component: lazyRouteComponent(() => import('../features/opportunities/opportunities-page.tsx'), 'OpportunitiesPage'),
})

const status = createRoute({
  getParentRoute: () => root,
  path: '/status',
  component: lazyRouteComponent(() => import('../features/status/status-page.tsx'), 'StatusPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([start, opportunities, status]),
  defaultPreload: 'intent',
  defaultErrorComponent: CrashedPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
