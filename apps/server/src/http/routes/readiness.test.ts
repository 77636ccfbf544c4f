import { expect, test } from 'vitest'
import type { KeyParts } from '../../app/api-keys/key-parts.ts'
import { NO_DEMO } from '../../app/api-keys/testing/no-demo.ts'
import type { StorageState } from '../../app/ports/system/storage.ts'
import type { KeyStore } from '../../app/ports/trading/key-store.ts'
import type { KeyVault } from '../../app/ports/trading/key-vault.ts'
import { jsonOf, startTestServer } from '../testing/test-server.ts'

test('/readyz tells the state of keys as their users would meet it, and the market does not wait for keys', async () => {
  let isThere = false
  let isWorking = true
  let database: StorageState = 'starting'
  const server = await startTestServer({
    storageState: () => database,
    exchangeKeys: (clock): KeyParts | null =>
      isThere
        ? {
            store: {} as KeyStore,
            vault: { isWorking } as KeyVault,
            clock,
            demo: NO_DEMO,
            newId: () => 'id',
            alarm: () => undefined,
          }
        : null,
  })
  server.scripted.publish({ rows: [] })
  const keys = async () => (await jsonOf<{ keys: string }>(await server.get('/readyz'))).keys
  expect(await keys()).toBe('none')
  isThere = true
  expect(await keys()).toBe('unavailable')
  database = 'ready'
  expect(await keys()).toBe('ok')
  isWorking = false
  expect(await keys()).toBe('unavailable')
  isWorking = true
  database = 'down'
  expect(await keys()).toBe('unavailable')
  expect((await server.get('/healthz')).status).toBe(200)
  await server.stop()
})

test("the exchanges' clocks are told of the live market alone, and of an engine that runs", async () => {
  const server = await startTestServer()
  expect(server.board.clockOffsets).toEqual([])
  server.scripted.publish({ rows: [] })
  await expect.poll(() => server.board.clockOffsets).toEqual([2])
  server.scripted.publish({ rows: [], source: 'demo' })
  await expect.poll(() => server.board.clockOffsets).toEqual([])
  await server.stop()
})

test('/healthz says that the engine was given up, for whatever restarts the process; the site goes on', async () => {
  const server = await startTestServer()
  server.scripted.publish({ rows: [] })
  for (let nth = 0; nth < 5; nth++) {
    expect((await server.get('/healthz')).status).toBe(200)
    const before = server.engines.length
    server.scripted.crash()
    server.clock.advance(2_000)
    if (nth < 4) await expect.poll(() => server.engines.length).toBe(before + 1)
  }
  const answer = await server.get('/healthz')
  expect([answer.status, await jsonOf(answer)]).toEqual([503, { status: 'engine-stopped' }])
  expect((await server.get('/api/status')).status).toBe(200)
  await server.stop()
})
