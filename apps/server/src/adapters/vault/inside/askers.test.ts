import { afterEach, expect, test, vi } from 'vitest'
import { createSystemClock } from '../../system/system-clock.ts'
import { noBans } from '../testing/no-bans.ts'
import { type Asker, Askers, TooLate } from './askers.ts'
import type { Reply, SignedRequest } from './send.ts'

const KEY = { apiKey: 'key', secret: Buffer.from('a secret of enough bytes').toString('base64'), passphrase: 'words' }
const json = (value: unknown): Reply => ({ status: 200, text: JSON.stringify(value) })

function askerOf(exchange: 'kraken' | 'okx', send: (request: SignedRequest) => Promise<Reply>): Asker {
  const askers = new Askers({ clock: createSystemClock(), originOf: () => null, send, bans: noBans() })
  return askers.of({ exchange, isTestnet: false, isDemo: false }, KEY)
}

afterEach(() => void vi.useRealTimers())

function deferred() {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Kraken, which refuses a nonce that is not above the last one; `hold` delays a call on its way. */
function kraken(hold: (call: number) => Promise<void>) {
  let [last, calls, refusals] = [0, 0, 0]
  const asker = askerOf('kraken', async ({ body }) => {
    await hold(++calls)
    const nonce = Number(/nonce=(\d+)/.exec(body ?? '')?.[1])
    if (nonce <= last) {
      refusals++
      return json({ error: ['EAPI:Invalid nonce'] })
    }
    last = nonce
    return json({ error: [], result: { nonce } })
  })
  return { asker, refusals: () => refusals }
}

test('two calls of ours that pass each other on the way to Kraken are both answered', async () => {
  const second = deferred()
  const { asker, refusals } = kraken((call) => (call === 1 ? second.promise : Promise.resolve()))
  const call = { api: 'private', path: 'BalanceEx', method: 'POST' } as const
  const both = [asker.ask(call), asker.ask(call).finally(() => second.resolve())]
  for (const said of await Promise.all(both)) expect(said).toEqual({ nonce: expect.any(Number) })
  expect(refusals()).toBe(1)
})

test('an order whose time is over when its nonce is refused is not sent again', async () => {
  const second = deferred()
  const { asker, refusals } = kraken((call) => (call === 1 ? second.promise : Promise.resolve()))
  vi.useFakeTimers({ toFake: ['Date'] })
  const order = asker.reply({ api: 'private', path: 'AddOrder', method: 'POST', sendBy: Date.now() + 50 })
  await asker.ask({ api: 'private', path: 'BalanceEx', method: 'POST' })
  vi.setSystemTime(Date.now() + 51)
  second.resolve()
  await expect(order).rejects.toThrow(TooLate)
  expect(refusals()).toBe(1)
})

test.each(['50036', '50037'])('an OKX order that is refused with %s is sent again by OKX’s own time', async (code) => {
  const okxTime = () => Date.now() + 10_000
  let asked = 0
  const asker = askerOf('okx', async ({ url, headers }) => {
    if (url.pathname.endsWith('/public/time')) {
      asked++
      return json({ code: '0', data: [{ ts: String(asked === 1 ? okxTime() - 10_000 : okxTime()) }] })
    }
    return Number(headers.expTime) > okxTime()
      ? json({ code: '0', data: [{ sCode: '0', ordId: '1' }] })
      : json({ code: '1', data: [{ sCode: code }] })
  })
  await asker.knowTime()
  const order = { api: 'private', path: 'trade/order', method: 'POST', sendBy: Date.now() + 5_000 } as const
  expect((await asker.reply(order)).text).toContain('"ordId":"1"')
  expect(asked).toBe(2)
})
