import {
  createRootRoute,
  createRoute,
  createRouter,
  defaultStringifySearch,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { readSearch } from '../features/opportunities/filters/address.ts'
import { adminSession } from '../shared/session/session.ts'
import { lazyLayer } from '../shared/ui/layers/lazy-layer.tsx'
import { CrashedPage } from './crashed-page.tsx'
import { Shell } from './frame/shell.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: lazyLayer('404', async () => (await import('./not-found-page.tsx')).NotFoundPage),
})

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  // The sections without figures are loaded in parallel; the page is drawn once both are there.
  loader: async () => (await import('../features/landing/lower-sections.tsx')).LowerSections,
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('../features/landing/landing-page.tsx'), 'LandingPage'),
})

const legal = createRoute({
  getParentRoute: () => root,
  path: '/legal/$document',
  loader: async ({ params }) => {
    const { legalDocument } = await import('../features/legal/documents.ts')
    const text = await legalDocument(params.document)
    if (text === null) throw notFound()
    return text
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('../features/legal/legal-page.tsx'), 'LegalPage'),
})

const opportunities = createRoute({
  getParentRoute: () => root,
  path: '/opportunities',
  validateSearch: readSearch,
  component: lazyRouteComponent(
    () => import('../features/opportunities/page/opportunities-page.tsx'),
    'OpportunitiesPage',
  ),
})

const status = createRoute({
  getParentRoute: () => root,
  path: '/status',
  component: lazyRouteComponent(() => import('../features/status/status-page.tsx'), 'StatusPage'),
})

const support = createRoute({
  getParentRoute: () => root,
  path: '/support',
  component: lazyRouteComponent(() => import('../features/support/support-page.tsx'), 'SupportPage'),
})

/** Search text and category in the address; the page decides which values it knows. */
type HelpSearch = { readonly q?: string | undefined; readonly category?: string | undefined }

const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  // Fields are read one by one, as in every route. A search for 2026 arrives as a number and is text.
  validateSearch: ({ q, category }: Record<string, unknown>): HelpSearch => ({
    q: typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 100) : undefined,
    category: typeof category === 'string' ? category : undefined,
  }),
  component: lazyRouteComponent(() => import('../features/help/help-page.tsx'), 'HelpPage'),
})

const article = createRoute({
  getParentRoute: () => root,
  path: '/help/$id',
  component: lazyRouteComponent(() => import('../features/help/article-page.tsx'), 'ArticlePage'),
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./dashboard.tsx'), 'Dashboard'),
})

const portfolio = createRoute({
  getParentRoute: () => root,
  path: '/portfolio',
  component: lazyRouteComponent(() => import('../features/portfolio/portfolio-page.tsx'), 'PortfolioPage'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/account-page.tsx'), 'AccountPage'),
})

const entry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: lazyRouteComponent(() => import('./frame/entry-frame.tsx'), 'EntryFrame'),
})

const adminSetup = createRoute({
  getParentRoute: () => entry,
  path: '/admin/setup',
  component: lazyRouteComponent(() => import('../features/one-time/setup-page.tsx'), 'SetupPage'),
})

const reset = createRoute({
  getParentRoute: () => entry,
  path: '/reset',
  component: lazyRouteComponent(() => import('../features/one-time/reset-page.tsx'), 'ResetPage'),
})

const ADMIN_PAGES = ['/admin/dashboard', '/admin/users', '/admin/tickets', '/admin/help', '/admin/settings'] as const

const adminLogin = createRoute({
  getParentRoute: () => entry,
  path: '/admin/login',
  beforeLoad: () => {
    if (adminSession.user() !== null) throw redirect({ to: '/admin/dashboard', replace: true })
  },
  component: lazyRouteComponent(() => import('../features/admin-login/admin-login-page.tsx'), 'AdminLoginPage'),
})

/** Every page of the panel but its login (ASHELL-01); the login replaces it without a token and an admin in storage. */
const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: ({ location, cause }) => {
    if (adminSession.user() !== null) return
    // `stay`: the session ended while the admin was on a page of the panel; the login leads back to that page.
    const adminPage = cause === 'stay' ? ADMIN_PAGES.find((page) => page === location.pathname) : undefined
    throw redirect({ to: '/admin/login', state: { adminPage }, replace: true })
  },
  component: lazyRouteComponent(() => import('./frame/admin-frame.tsx'), 'AdminFrame'),
})

const adminStart = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/dashboard', replace: true })
  },
})

const adminDashboard = createRoute({
  getParentRoute: () => admin,
  path: '/dashboard',
  component: lazyRouteComponent(
    () => import('../features/admin-dashboard/admin-dashboard-page.tsx'),
    'AdminDashboardPage',
  ),
})

const adminUsers = createRoute({
  getParentRoute: () => admin,
  path: '/users',
  component: lazyRouteComponent(() => import('../features/admin-users/admin-users-page.tsx'), 'AdminUsersPage'),
})

const adminTickets = createRoute({
  getParentRoute: () => admin,
  path: '/tickets',
  component: lazyRouteComponent(() => import('../features/admin-tickets/admin-tickets-page.tsx'), 'AdminTicketsPage'),
})

const adminHelp = createRoute({
  getParentRoute: () => admin,
  path: '/help',
  component: lazyRouteComponent(() => import('../features/admin-help/admin-help-page.tsx'), 'AdminHelpPage'),
})

const adminSettings = createRoute({
  getParentRoute: () => admin,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/admin-settings/admin-settings-page.tsx'),
    'AdminSettingsPage',
  ),
})

const apiManagement = createRoute({
  getParentRoute: () => root,
  path: '/api-management',
  component: lazyRouteComponent(() => import('../features/keys/api-management-page.tsx'), 'ApiManagementPage'),
})

const apiSettings = createRoute({
  getParentRoute: () => root,
  path: '/settings/api',
  component: lazyRouteComponent(() => import('../features/keys/api-management-page.tsx'), 'ApiSettingsPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    legal,
    opportunities,
    status,
    support,
    help,
    article,
    dashboard,
    portfolio,
    account,
    apiManagement,
    apiSettings,
    entry.addChildren([adminSetup, reset, adminLogin]),
    admin.addChildren([adminStart, adminDashboard, adminUsers, adminTickets, adminHelp, adminSettings]),
  ]),
  defaultPreload: 'intent',
  // Keeps the commas of a list readable (OPP-14).
  stringifySearch: (search) => defaultStringifySearch(search).replaceAll('%2C', ','),
  defaultErrorComponent: CrashedPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  /** State that an entry of the browser's history keeps beside its address. */
  interface HistoryState {
    /** On the admin login: the page on which the session ended. */
    adminPage?: (typeof ADMIN_PAGES)[number] | undefined
    /** On the admin login: set when the admin has logged out. */
    isLogout?: true | undefined
  }
}
