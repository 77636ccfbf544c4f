import { Check } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiFailure } from '../api/failure.ts'
import { Badge } from './badge.tsx'
import { Panel } from './panel.tsx'
import { Skeleton } from './skeleton.tsx'
import { Empty, Failed } from './state-view.tsx'
import { StateWord } from './state-word.tsx'

const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '')

test('a panel is a region with the name in its head', () => {
  const markup = renderToStaticMarkup(
    <Panel title="Balances" hint="by exchange">
      <Skeleton />
    </Panel>,
  )
  const id = /<section aria-labelledby="([^"]+)"/.exec(markup)?.[1]
  expect(markup).toContain(`<h2 id="${id}"`)
})

test('a state is a word; screen readers skip its icon', () => {
  const markup = renderToStaticMarkup(
    <StateWord tone="good" icon={Check}>
      <Badge>open</Badge>
    </StateWord>,
  )
  expect(textOf(markup)).toBe('open')
  expect(markup).toContain('aria-hidden="true"')
})

test('an empty list says what to do next', () => {
  expect(textOf(renderToStaticMarkup(<Empty action="Begin">Nothing yet.</Empty>))).toBe('Nothing yet.Begin')
})

test('a failed part shows the server’s sentence, else its own', () => {
  const refused = new ApiFailure({
    kind: 'refused',
    status: 503,
    code: 'unavailable',
    detail: 'In repair.',
    fields: {},
    retryAfterS: null,
  })
  expect(textOf(renderToStaticMarkup(<Failed error={refused} fallback="Not read." />))).toContain('In repair.')
  const unreachable = new ApiFailure({ kind: 'unreachable' })
  expect(textOf(renderToStaticMarkup(<Failed error={unreachable} fallback="Not read." />))).toContain('Not read.')
})
