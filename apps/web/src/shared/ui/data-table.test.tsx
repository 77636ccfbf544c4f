import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type DataColumn, DataTable } from './data-table.tsx'
import { DefinitionList } from './definition-list.tsx'
import { Pager } from './pager.tsx'
import { inOrder, turned } from './table-sort.ts'

type Row = { readonly id: string; readonly gain: number }
const ROWS: readonly Row[] = [
  { id: 'a', gain: 2 },
  { id: 'b', gain: 3 },
  { id: 'c', gain: 2 },
]
const COLUMNS: readonly DataColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.id, width: '40%' },
  { id: 'gain', header: 'Gain, USD', cell: (row) => row.gain, align: 'right', compare: (a, b) => a.gain - b.gain },
]
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ')

function drawn(rows: readonly Row[] | undefined, more: { readonly error?: Error } = {}) {
  const failed = more.error ? { error: more.error, fallback: 'Not read.', retry: () => undefined } : null
  return renderToStaticMarkup(
    <DataTable
      label="Trades"
      columns={COLUMNS}
      rows={rows}
      rowId={(row) => row.id}
      empty={<p>Nothing yet.</p>}
      failed={failed}
      firstSort={{ id: 'gain', isDescending: true }}
    />,
  )
}

test('rows stand in the order of the chosen head, which is marked', () => {
  const markup = drawn(ROWS)
  expect(markup).toContain('aria-sort="descending"')
  expect(textOf(markup).match(/\b[abc]\b/g)).toEqual(['b', 'a', 'c'])
})

test('columns have their width before the first answer', () => {
  const markup = drawn(undefined)
  expect(markup).toContain('aria-busy="true"')
  expect(markup).toContain('<col style="width:40%"/>')
  expect(markup.match(/class="skeleton/g)).toHaveLength(12)
})

test('no rows and no answer look different; shown rows outlive a failure', () => {
  expect(textOf(drawn([]))).toContain('Nothing yet.')
  expect(textOf(drawn(undefined, { error: new Error('x') }))).toContain('Not read.')
  expect(textOf(drawn(ROWS, { error: new Error('x') }))).toContain('Name')
})

test('a pressed head reverses its order; another head begins with its own', () => {
  const first = turned(null, 'gain', true)
  expect(first).toEqual({ id: 'gain', isDescending: true })
  expect(turned(first, 'gain', true)).toEqual({ id: 'gain', isDescending: false })
  expect(turned(first, 'name', false)).toEqual({ id: 'name', isDescending: false })
})

test('equal rows keep their order either way', () => {
  const byGain = (a: Row, b: Row) => a.gain - b.gain
  expect(inOrder(ROWS, byGain, false).map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  expect(inOrder(ROWS, byGain, true).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
})

test('the foot of a list has range and total, and keeps the focus at its ends', () => {
  const markup = renderToStaticMarkup(<Pager page={65} pageSize={20} total={1284} turn={() => undefined} />)
  expect(textOf(markup)).toContain('1.281–1.284 / 1.284')
  expect(textOf(markup)).toContain('Sayfa 65 / 65')
  expect(markup.match(/aria-disabled="true"/g)).toHaveLength(1)
  expect(markup).not.toContain('disabled=""')
  expect(textOf(renderToStaticMarkup(<Pager page={1} pageSize={20} total={0} turn={() => undefined} />))).toContain(
    '0–0 / 0',
  )
})

test('a fact is a name and a value', () => {
  const markup = renderToStaticMarkup(<DefinitionList entries={[{ name: 'Size', value: '13,4 SOL' }]} />)
  expect(markup).toMatch(/<dt[^>]*>Size<\/dt><dd[^>]*>13,4 SOL<\/dd>/)
})
