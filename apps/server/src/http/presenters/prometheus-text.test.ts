import { expect, test } from 'vitest'
import { prometheusText } from './prometheus-text.ts'

test('figures are written with their kind, help and labels', async () => {
  const samples = [
    { labels: { exchange: 'okx' }, value: 3 },
    { labels: { exchange: 'kra"ken' }, value: 0 },
  ]
  const text = await prometheusText([
    { name: 'makas_book_gaps_total', kind: 'counter', help: 'Sequence gaps noticed', samples },
    { name: 'makas_disk_free_share', kind: 'gauge', help: 'Free share', samples: [{ labels: {}, value: 0.1 }] },
  ])
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    '# HELP makas_book_gaps_total Sequence gaps noticed',
    '# TYPE makas_book_gaps_total counter',
    'makas_book_gaps_total{exchange="okx"} 3',
    'makas_book_gaps_total{exchange="kra\\"ken"} 0',
    '# HELP makas_disk_free_share Free share',
    '# TYPE makas_disk_free_share gauge',
    'makas_disk_free_share 0.1',
  ])
})

test('a figure without a value is left out', async () => {
  const text = await prometheusText([{ name: 'makas_alarms_total', kind: 'counter', help: 'Alarms', samples: [] }])
  expect(text.trim()).toBe('')
})
