// The help centre and the admin's list with 1,000 articles of 4 KB on the built-in database: all with their texts, all
// with previews, searches with many hits, few and none, and one article.

import { runLength } from './figures/run-length.ts'
import { FULL, plantArticles, TINY } from './product/admin-rows.ts'
import { timeLists } from './product/list-times.ts'
import { withProduct } from './product/product.ts'

const SYMBOLS = 12
const { articles } = runLength() === 'tiny' ? TINY : FULL

await withProduct(SYMBOLS, async ({ origin, logIn, plant }) => {
  const admin = await logIn()
  await plant((client) => plantArticles(client, articles))
  const of = (name: string) => `${name}, ${articles} articles`
  const help = (name: string, query: string) => ({ name: of(name), path: `/api/help-articles${query}`, bearer: null })
  await timeLists('articles', origin, [
    help('help list', '?content=0'),
    help('help list with texts', ''),
    help('search that finds many', '?q=komisyon'),
    help('search that finds one', `?q=soru%20${articles - 3}`),
    help('search that finds none', '?q=zzzz'),
    help('one article', `/a${articles - 3}`),
    { name: of('admin list'), path: '/api/admin/help-articles?content=0', bearer: admin },
    { name: of('admin list with texts'), path: '/api/admin/help-articles', bearer: admin },
  ])
})
