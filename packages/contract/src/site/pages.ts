/** The legal pages, each at `/legal/<name>`. */
export const LEGAL_PAGES = [
  'kvkk',
  'acik-riza',
  'cerezler',
  'kullanim-kosullari',
  'risk-bildirimi',
  'mesafeli-satis',
  'on-bilgilendirme',
  'iptal-iade',
  'basvuru',
  'saklama-imha',
  'kunye',
] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]

/**
 * Every address that the site draws a page for (ROUTE-01): the server answers 404 for any other address, and the site
 * says so. `$` stands for one part of the path that is not empty.
 */
export const PAGES = [
  '/',
  ...LEGAL_PAGES.map((name) => `/legal/${name}` as const),
  '/opportunities',
  '/status',
  '/support',
  '/help',
  '/help/$',
  '/dashboard',
  '/portfolio',
  '/account',
  '/admin',
  '/admin/setup',
  '/admin/login',
  '/admin/dashboard',
  '/admin/users',
  '/admin/tickets',
  '/admin/help',
  '/admin/settings',
  '/reset',
  '/api-management',
  '/settings/api',
] as const
