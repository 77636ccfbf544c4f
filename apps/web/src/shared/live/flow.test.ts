import type { EngineReason, ExchangeStatus, FeedState, Status } from '@makas/contract'
import { expect, test } from 'vitest'
import { feedStateOf, flowOf } from './flow.ts'

const exchange = (state: FeedState) => ({ id: 'okx', state }) as ExchangeStatus
const status = (
  state: Status['engine']['state'],
  reason: EngineReason | null,
  feeds: readonly FeedState[],
): Status => ({
  source: 'demo',
  as_of: '2026-11-28T12:00:00.000Z',
  started_at: '2026-11-28T11:00:00.000Z',
  engine: { state, reason },
  exchanges: feeds.map(exchange),
})

test.each([
  ['flowing', status('ready', null, ['live', 'down'])],
  ['flowing', status('ready', null, ['late', 'late'])],
  ['waiting', status('starting', 'choosing-source', [])],
  ['waiting', status('starting', 'proving-books', ['starting', 'down'])],
  ['waiting', status('down', 'no-live-book', ['late', 'resync'])],
  ['down', status('down', 'no-live-book', ['down', 'down'])],
  // The server calls all feeds down of an engine that it does not hear: it does not know.
  ['lost', status('down', 'engine-restarting', ['down', 'down'])],
  ['lost', status('down', 'engine-stopped', ['down', 'down'])],
] as const)('%s %#', (flow, told) => {
  expect(flowOf(told)).toBe(flow)
  expect(told.exchanges.map((one) => feedStateOf(told, one))).toEqual(
    told.exchanges.map(({ state }) => (flow === 'lost' ? null : state)),
  )
})

test('without a status the market counts as flowing', () => {
  expect(flowOf(undefined)).toBe('flowing')
})
