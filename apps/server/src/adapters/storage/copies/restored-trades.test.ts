import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TRADE } from '../../../app/trading/testing/trades.ts'
import { KeyRing } from '../../system/keys/key-ring.ts'
import { tradeStore } from '../market/trade-store.ts'
import { readingOf } from '../testing/reading.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

const NOW = 1_750_000_000_000

test('a trade that runs in a copy is marked as restored, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'makas-restored-trades-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [source, target] = [await makeTestDatabase(), await makeTestDatabase()]
  const store = tradeStore(() => source.database)
  const line = (id: string) => ({
    time: NOW,
    actor: { kind: 'system' as const },
    action: 'trade-started' as const,
    subject: { kind: 'trade' as const, id },
    detail: {},
    address: null,
    requestId: null,
  })
  const userId = await addUser(source)
  for (const id of ['ended', 'running']) {
    const { orders: _orders, outcome: _outcome, endedAt: _endedAt, restoredAt: _restoredAt, ...trade } = TRADE
    expect(await store.add({ ...trade, id, userId, startedAt: NOW }, line(id))).toBe('added')
    if (id === 'ended') await store.end(id, 'missed', NOW, line(id))
  }
  const file = join(folder, 'copy.gz')
  const key = new KeyRing(Buffer.alloc(32, 1)).copyKey(NOW)
  await writeBackup(source.owner, file, NOW, key)
  await restoreBackup(target.owner, file, readingOf(key, NOW + 5))
  const restored = await tradeStore(() => target.database).ofUser(userId, 10)
  expect(Object.fromEntries(restored.map(({ id, restoredAt, held }) => [id, [restoredAt, held]]))).toEqual({
    ended: [null, TRADE.held],
    running: [NOW + 5, TRADE.held],
  })
})
