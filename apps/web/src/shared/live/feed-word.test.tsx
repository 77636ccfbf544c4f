import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FeedWord } from './feed-word.tsx'

test.each([
  ['live', 'live', 'text-good', 'Canlı'],
  ['live', 'demo', 'text-good', 'Çalışıyor'],
  ['down', 'live', 'text-bad', 'Ulaşılamıyor'],
  ['resync', 'live', 'text-warn', 'Defter yeniden kuruluyor'],
  ['starting', 'live', 'text-warn', 'Başlıyor'],
  [null, 'live', 'text-warn', 'Bilinmiyor'],
] as const)(
  'a feed that is %s in the market %s has one look and one word on every page',
  (state, source, look, word) => {
    const markup = renderToStaticMarkup(<FeedWord state={state} source={source} />)
    expect(markup).toContain(look)
    expect(markup).toContain('<svg')
    expect(markup).toContain(word)
  },
)
