import { expect, test } from 'vitest'
import { placesIn, unlisted } from './exchange-places.ts'

test('a place with <name> stands for each exchange', () => {
  expect(placesIn('1. `apps/server/<name>/`, `packages/fees.ts`, `WIDTH`, and `packages/fees.ts` again')).toEqual([
    'apps/server/binance/',
    'apps/server/okx/',
    'apps/server/bybit/',
    'apps/server/kraken/',
    'packages/fees.ts',
  ])
})

test('a planted file that names an exchange is found unless the recipe lists it or its folder', () => {
  const sources = [
    { path: 'apps/listed.ts', text: "const id = 'kraken'" },
    { path: 'apps/folder/one.ts', text: 'const OKX = 1' },
    { path: 'apps/comment.ts', text: '// Kraken has no numbers.\n/* nor has OKX */\nconst a = 1' },
    { path: 'apps/planted.ts', text: "if (exchange === 'bybit') run()" },
  ]
  expect(unlisted(sources, ['apps/listed.ts', 'apps/folder/'])).toEqual([
    'apps/planted.ts names an exchange and stands in no step of docs/exchanges/README.md',
  ])
})
