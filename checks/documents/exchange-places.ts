import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXCHANGES } from '../../packages/domain/src/market/exchange.ts'
import { judge, type Outcome } from '../outcome.ts'
import { isProduction, repositoryFiles, type Source } from '../sources.ts'

const RECIPE = 'docs/exchanges/README.md'
/** Repository path in backticks; `<name>` stands for an exchange, and a folder ends in `/`. */
const PLACE = /`((?:apps|packages|docs|checks|scripts)\/[^`\s]+)`/g
const NAME = '<name>'

/** The paths of the recipe, with each exchange's name in the place of `<name>`. */
export const placesIn = (recipe: string): string[] => [
  ...new Set(
    [...recipe.matchAll(PLACE)].flatMap(([, place = '']) =>
      place.includes(NAME) ? EXCHANGES.map((exchange) => place.replace(NAME, exchange)) : [place],
    ),
  ),
]

const NAMED = new RegExp(EXCHANGES.join('|'), 'i')
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*/g

/** Sources that name an exchange outside of their comments, and that no place of the recipe covers. */
export const unlisted = (sources: readonly Source[], places: readonly string[]): string[] =>
  sources
    .filter(({ path }) => !places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place))))
    .filter(({ text }) => NAMED.test(text.replace(COMMENT, '')))
    .map(({ path }) => `${path} names an exchange and stands in no step of ${RECIPE}`)

/** Files that ship to people or machines; a README may name an exchange as its example. */
const SHIPPED = /\.(tsx?|html)$|^apps\/server\/content\/.*\.md$/

/** Every path in the recipe for an exchange exists, and the recipe names every source file that names an exchange. */
export function checkExchangePlaces(root: string): Outcome {
  const places = placesIn(readFileSync(join(root, RECIPE), 'utf8'))
  const gone = places
    .filter((place) => !existsSync(join(root, place)))
    .map((place) => `${RECIPE} names ${place}, which does not exist`)
  const sources = repositoryFiles(root)
    .filter((path) => SHIPPED.test(path) && isProduction(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  return judge([...gone, ...unlisted(sources, places)], Math.min(places.length, sources.length), 40)
}
