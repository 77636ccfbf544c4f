import { loadQueries } from './frame/page-outlet.tsx'

/** Loads what the page at this address needs before it is drawn; of an article its text too. */
export async function readAhead(pathname: string): Promise<void> {
  const queries = loadQueries(pathname)
  const article = /^\/help\/([^/]+)$/.exec(pathname)?.[1]
  if (article !== undefined) {
    const [{ queryClient }, { articleQuery }] = await Promise.all([
      import('../shared/api/query-client.ts'),
      import('../features/help/help-queries.ts'),
    ])
    // After a failure the page asks again and shows the error itself.
    await queryClient.prefetchQuery({ ...articleQuery(decodeURIComponent(article)), retry: false })
  }
  await queries
}
