import { PATHS } from '@makas/contract'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const asked: string[] = []
const KEY = {
  id: 'kayit-0000000000000001',
  exchange_name: 'okx',
  name: 'OKX',
  api_key_masked: '5f3c••••••••91be',
  is_valid: true,
  testnet: false,
  is_demo: true,
  status: 'connected',
  last_checked: '2026-11-22T11:04:37.000Z',
  permissions: { read: true, spot_trade: true, futures_trade: false, withdraw: false, transfer: false },
  balance: { USDT: '1200.5' },
}

beforeEach(() => {
  // The session reads the browser's storage once, where it is imported.
  vi.resetModules()
  asked.length = 0
  const stored = new Map([
    ['makas.token', 'x.y.z'],
    ['makas.user', JSON.stringify({ id: 'ayla', apiKeys: [] })],
  ])
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('sessionStorage', {})
  // The exchanges are slow: the balances are never answered.
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`)
    return path === PATHS.portfolio
      ? new Promise<Response>(() => undefined)
      : Promise.resolve(Response.json(method === 'POST' ? KEY : [KEY]))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a new connection is there once the connections are read, before the balances', async () => {
  const { queryClient } = await import('../../shared/api/query-client.ts')
  const { ownKeysQuery, ownPortfolioQuery } = await import('../../shared/keys/own-queries.ts')
  const { userSession } = await import('../../shared/session/session.ts')
  const { addDemoKey } = await import('./change-keys.ts')
  queryClient.setQueryData<unknown>(ownPortfolioQuery.queryKey, 'as read before')
  const leave = [ownKeysQuery, ownPortfolioQuery].map((query) =>
    new QueryObserver<unknown>(queryClient, query as never).subscribe(() => undefined),
  )
  try {
    await addDemoKey('okx', new AbortController().signal)
    expect(userSession.user()?.apiKeys).toEqual([KEY])
    await vi.waitFor(() => expect(asked).toContain(`GET ${PATHS.portfolio}`), { timeout: 120_000 })
  } finally {
    for (const stop of leave) stop()
    queryClient.clear()
  }
})
