import type { OpportunityRow } from '@makas/contract'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { RowView } from '../../../shared/opportunity/list/list-store.ts'
import { NetFigure } from '../../../shared/opportunity/row/figures.tsx'
import { carryRow, spotRow, triRow } from '../../../shared/opportunity/testing/rows.ts'
import { cardLines } from './card-lines.tsx'
import { CARRY_COLUMNS } from './carry-columns.tsx'
import { LiquidationDistance } from './carry-figures.tsx'
import type { Columns, SharedValues } from './column.ts'
import { SPOT_COLUMNS } from './spot-columns.tsx'
import { heading } from './table-head.tsx'
import { OPTIONAL_COLUMNS, Ttl, triColumns } from './tri-columns.tsx'

const MIXED: SharedValues = { currency: null, holdDays: null }
const view = (row: OpportunityRow, jitter: number | null = null, via: RowView['held']['via'] = 'stream'): RowView => ({
  held: { row, receivedAt: 0, via, gone: false },
  jitter,
})

/** The visible text of a cell, without words for screen readers only. */
function cellText(columns: Columns, id: string, of: RowView, shared = MIXED): string {
  const markup = renderToStaticMarkup(columns.all.find((column) => column.id === id)?.cell?.(of, shared))
  return markup.replaceAll(/<span class="sr-only">[^<]*<\/span>/g, '').replaceAll(/<[^>]*>/g, '')
}
const titleOf = (columns: Columns, id: string, row: OpportunityRow) =>
  [
    ...renderToStaticMarkup(columns.all.find((column) => column.id === id)?.cell?.(view(row), MIXED)).matchAll(
      /title="([^"]*)"/g,
    ),
  ].map(([, title]) => title)

const TRI = triColumns(OPTIONAL_COLUMNS)

describe('[OPP-31] a carry cell', () => {
  const row = carryRow({ id: 'carry.a' })
  test.each([
    ['pair', 'BTC/USDTdemo'],
    ['exchange', 'OKX'],
    ['funding', '%0,01004 sa'],
    ['basis', '%0,10'],
    ['fees', '%0,30'],
    ['slippage', '%0,08'],
    ['dailyPnL', '1,90 USDT'],
    ['margin', '5.005,00 USDT'],
    ['leverage', '2x'],
    ['liquidation', '%49,40'],
    ['latency', '42 ms'],
    ['confidence', '93'],
  ])('%s', (id, text) => {
    expect(cellText(CARRY_COLUMNS, id, view(row))).toBe(text)
  })

  test('the columns stand in the specified order, the age before the action', () => {
    expect(CARRY_COLUMNS.all.map(({ id }) => id)).toEqual([
      'pair',
      'exchange',
      'funding',
      'basis',
      'fees',
      'slippage',
      'netAPY',
      'dailyPnL',
      'margin',
      'leverage',
      'liquidation',
      'latency',
      'confidence',
      'age',
      'action',
    ])
  })

  test('an unknown liquidation has its reason, and an impossible liquidation is not called unknown', () => {
    const gone = { liquidation_price: null, liquidation_distance: null }
    const unknown = carryRow({ id: 'x', ...gone, liquidation_unknown: 'no-tiers' })
    const never = carryRow({ id: 'x', ...gone, liquidation_unknown: 'never', leverage: 1, side: 'reverse' })
    expect(cellText(CARRY_COLUMNS, 'liquidation', view(unknown))).toBe('bilinmiyor')
    expect(titleOf(CARRY_COLUMNS, 'liquidation', unknown)[0]).toContain('teminat kademeleri bilinmiyor')
    expect(cellText(CARRY_COLUMNS, 'liquidation', view(never))).toBe('yok')
    expect(cellText(CARRY_COLUMNS, 'pair', view(never))).toBe('BTC/USDTtersdemo')
  })

  test('the last and the next payment stand beside the mean', () => {
    expect(titleOf(CARRY_COLUMNS, 'funding', row)[0]).toBe(
      'Son ödeme −%0,0020 (8 saate çevrilmiş), ödeme 4 saatte bir, sıradaki 19:00:00',
    )
    const unknown = carryRow({ id: 'x', next_funding_at: null })
    expect(titleOf(CARRY_COLUMNS, 'funding', unknown)[0]).toContain('sıradaki bildirilmedi')
  })

  test('a value that all rows share stands in the heading, not in the cells', () => {
    const shared = { currency: 'USDT', holdDays: 90 }
    const headings = CARRY_COLUMNS.all.map((column) => heading(column, shared))
    expect(headings).toContain('Net APY, 90 gün')
    expect(headings).toContain('Günlük K/Z, USDT')
    expect(cellText(CARRY_COLUMNS, 'dailyPnL', view(row), shared)).toBe('1,90')
    expect(CARRY_COLUMNS.all.map((column) => heading(column, MIXED))).toContain('Net APY')
  })
})

describe('[OPP-32] a triangular cell', () => {
  const row = triRow({ id: 'tri.a' })
  test.each([
    ['base', 'USDT'],
    ['exchange', 'OKX'],
    ['cycle', 'USDT→BTC→ETH→USDTdemo'],
    ['gross', '%0,60'],
    ['cost', '%0,24'],
    ['fees', '%0,22'],
    ['slippage', '%0,02'],
    ['netPNL', '3,38 USDT'],
    ['executable', '999,5 USDT'],
    ['ttlPing', '900 ms+42 ms'],
    ['ttl', '900 ms'],
    ['ping', '42 ms'],
    ['confidence', '93'],
  ])('%s', (id, text) => {
    expect(cellText(TRI, id, view(row))).toBe(text)
  })

  test('a small gain in a dear currency keeps digits that say something', () => {
    const inBtc = triRow({ id: 'x', base_asset: 'BTC', size_currency: 'BTC', size: 0.00479492, net_pnl: 0.0000164321 })
    expect(cellText(TRI, 'netPNL', view(inBtc))).toBe('0,0000164 BTC')
    expect(cellText(TRI, 'executable', view(inBtc))).toBe('0,00479492 BTC')
  })
})

describe('[CALL-31] a displaced percentage', () => {
  test.each([
    ['spot', SPOT_COLUMNS, 'gross', spotRow({ id: 'a' }), '~%0,81'],
    ['carry', CARRY_COLUMNS, 'basis', carryRow({ id: 'a' }), '~%0,11'],
    ['tri', TRI, 'gross', triRow({ id: 'a' }), '~%0,61'],
  ] as const)('of %s is marked', (_mode, columns, id, row, text) => {
    expect(cellText(columns, id, view(row, 0.01))).toBe(text)
  })

  test('never touches costs, money or size', () => {
    for (const id of ['funding', 'fees', 'slippage', 'dailyPnL', 'margin', 'liquidation']) {
      const row = carryRow({ id: 'a' })
      expect(cellText(CARRY_COLUMNS, id, view(row, 0.01))).toBe(cellText(CARRY_COLUMNS, id, view(row)))
    }
  })
})

describe('the net figure', () => {
  const net = (of: RowView) => renderToStaticMarkup(<NetFigure view={of} open={() => undefined} />)
  test('of carry is the APY, says its hold, and is a button', () => {
    const markup = net(view(carryRow({ id: 'a' })))
    expect(markup).toContain('aria-label="BTC/USDT OKX: net APY %4,72, 30 gün, dökümü aç"')
    expect(markup).toContain('title="Net APY, 30 gün: orta"')
    expect(markup).toMatch(/^<button/)
  })

  test('[CALL-32] of a sample opens nothing and carries the mark', () => {
    const sample = view(carryRow({ id: 'a' }), null, 'sample')
    expect(net(sample)).not.toContain('<button')
    expect(cellText(CARRY_COLUMNS, 'pair', sample)).toBe('BTC/USDTörnek')
  })

  test('[CONST-19] of a cycle has thresholds of its own', () => {
    expect(net(view(triRow({ id: 'a', net_roi: 0.2 })))).toContain('text-good')
    expect(net(view(spotRow({ id: 'a', net_roi: 0.2 })))).toContain('text-bad')
  })
})

/** The shape before a graded figure. */
const shapeOf = (drawn: ReactNode) => /<(?:path|circle)[^>]*>/.exec(renderToStaticMarkup(drawn))?.[0]

test.each<[string, (value: number) => ReactNode, readonly number[]]>([
  ['lifetime', (ms) => <Ttl ms={ms} />, [1_200, 700, 500]],
  ['confidence on a card', (confidence) => cardLines(view(spotRow({ id: 'a', confidence }))).small, [95, 80, 50]],
  [
    'distance to liquidation',
    (liquidation_distance) => <LiquidationDistance row={carryRow({ id: 'a', liquidation_distance })} />,
    [40, 25, 10],
  ],
])('the grade of %s has a shape of its own, without its colour', (_name, draw, values) => {
  const shapes = values.map((value) => shapeOf(draw(value)))
  expect(shapes).not.toContain(undefined)
  expect(new Set(shapes).size).toBe(3)
})
