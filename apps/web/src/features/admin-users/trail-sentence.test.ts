import type { TrailRow } from '@makas/contract'
import { expect, test } from 'vitest'
import { trailSentence } from './trail-sentence.ts'

const line = (action: string, detail: TrailRow['detail'], actor: TrailRow['actor_kind'] = 'user'): TrailRow => ({
  seq: 1,
  at: '2026-11-26T10:00:00.000Z',
  actor_kind: actor,
  actor_name: null,
  action,
  detail,
})

test.each([
  [line('trade-started', { world: 'testnet' }), 'Test ağında emir gönderdi'],
  [line('trade-started', { world: 'demo' }), 'Demo piyasada emir gönderdi'],
  [line('trade-started', {}), 'Gerçek para kullanmadan emir gönderdi'],
  [line('paper-trades-reset', { trades: 3 }), 'Deneme portföyünü sıfırladı'],
  [line('key-added', { exchange: 'okx' }), 'OKX: Borsa anahtarı eklendi'],
  [line('login-failed', {}, 'visitor'), 'Giriş denemesi başarısız · ziyaretçi'],
])('a line of the trail is told in words', (row, sentence) => {
  expect(trailSentence(row)).toBe(sentence)
})
