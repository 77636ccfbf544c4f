import { expect, test } from 'vitest'
import { NO_DEMO } from '../api-keys/testing/no-demo.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import type { KeyFindings, KeyStore, KeyWithSecret } from '../ports/trading/key-store.ts'
import type { BalancesAnswer, KeyVault } from '../ports/trading/key-vault.ts'
import { WalletReader } from './wallet-reader.ts'

type Timer = { readonly time: number; readonly run: () => void }

/** A reader whose time, keys and exchanges a test moves by hand. */
class Scene {
  now = 1_000_000
  /** Keys by owner. */
  readonly keys = new Map<string, KeyWithSecret[]>()
  /** The keys that were put to an exchange, in order. */
  readonly asked: string[] = []
  readonly #answers = new Map<string, (answer: BalancesAnswer) => void>()
  readonly #timers = new Set<Timer>()
  isDown = false
  readonly reader: WalletReader

  constructor() {
    const clock = {
      now: () => this.now,
      after: (ms: number, run: () => void) => {
        const timer = { time: this.now + ms, run }
        this.#timers.add(timer)
        return { cancel: () => void this.#timers.delete(timer) }
      },
    }
    const of = (userId: string) => this.keys.get(userId) ?? []
    const store: Partial<KeyStore> = {
      list: async (userId) => {
        if (this.isDown) throw new StorageFailure('unavailable', 'down')
        return of(userId).map(({ key }) => key)
      },
      find: async (userId, id) => of(userId).find(({ key }) => key.recordId === id) ?? null,
    }
    const vault: Partial<KeyVault> = {
      balances: ({ recordId }) => {
        this.asked.push(recordId)
        return new Promise((resolve) => this.#answers.set(recordId, resolve))
      },
    }
    const parts = { store: store as KeyStore, vault: vault as KeyVault, clock, demo: NO_DEMO, alarm: () => undefined }
    this.reader = new WalletReader(() => parts, clock)
  }

  add(userId: string, recordId: string, exchange: 'okx' | 'kraken' = 'okx'): void {
    const findings: KeyFindings = {
      status: 'connected',
      trouble: null,
      permissions: { read: true, spotTrade: true, futuresTrade: false, withdraw: false, transfer: false },
      balance: null,
      fees: null,
      checkedAt: this.now,
    }
    const world = { exchange, isTestnet: false, isDemo: false }
    const key = { ...world, recordId, userId, name: exchange, maskedKey: '', findings, difference: null }
    this.keys.set(userId, [...(this.keys.get(userId) ?? []), { key, sealed: {} as KeyWithSecret['sealed'] }])
  }

  /** Advances the clock by `ms` and runs the timers that are due. */
  async pass(ms: number): Promise<void> {
    await flush()
    this.now += ms
    for (const timer of this.#timers) {
      if (timer.time > this.now) continue
      this.#timers.delete(timer)
      timer.run()
    }
    await flush()
  }

  async answer(recordId: string, total = '5'): Promise<void> {
    await flush()
    const trading = [{ asset: 'BTC', free: total, used: '0', total }]
    this.#answers.get(recordId)?.({ kind: 'read', value: { trading, futures: null } })
    await flush()
  }
}

const flush = () => new Promise((resolve) => setImmediate(resolve))
/** The reading of each key: an amount, or why there is none. */
const told = async (readings: ReturnType<WalletReader['of']>) =>
  (await readings).map(({ key, balances }) => [
    key.recordId,
    balances.kind === 'read' ? balances.value.trading[0]?.total : 'why' in balances ? balances.why : balances.kind,
  ])

test('[CALL-08] a question that is repeated within five seconds gets the same answer, and no exchange is asked for it', async () => {
  const scene = new Scene()
  scene.add('elif', 'a')
  const many = Array.from({ length: 20 }, () => scene.reader.of('elif'))
  await scene.answer('a')
  for (const one of many) expect(await told(one)).toEqual([['a', '5']])
  await scene.pass(4_999)
  expect(await told(scene.reader.of('elif'))).toEqual([['a', '5']])
  expect(scene.asked).toEqual(['a'])
  await scene.pass(1)
  const later = scene.reader.of('elif')
  await scene.answer('a', '6')
  expect(await told(later)).toEqual([['a', '6']])
  expect(scene.asked).toEqual(['a', 'a'])
})

test('[CALL-08] one slow exchange holds nobody longer than seven seconds, and is not asked again while it thinks', async () => {
  const scene = new Scene()
  scene.add('elif', 'quick')
  scene.add('elif', 'slow', 'kraken')
  const first = scene.reader.of('elif')
  await scene.answer('quick')
  await scene.pass(7_000)
  expect(await told(first)).toEqual([
    ['quick', '5'],
    ['slow', 'timeout'],
  ])
  await scene.pass(5_000)
  const second = scene.reader.of('elif')
  await scene.answer('quick')
  await scene.answer('slow', '7')
  expect(await told(second)).toEqual([
    ['quick', '5'],
    ['slow', '7'],
  ])
  expect(scene.asked).toEqual(['quick', 'slow', 'quick'])
})

test('[SEC-34] nobody is told what somebody else has', async () => {
  const scene = new Scene()
  scene.add('elif', 'a')
  const hers = scene.reader.of('elif')
  await scene.answer('a')
  expect(await told(hers)).toEqual([['a', '5']])
  expect(await told(scene.reader.of('can'))).toEqual([])
  scene.add('can', 'b')
  const his = scene.reader.of('can')
  await scene.answer('b', '1')
  expect(await told(his)).toEqual([['b', '1']])
})

test('a connection that was added or deleted is seen at once', async () => {
  const scene = new Scene()
  scene.add('elif', 'a')
  const before = scene.reader.of('elif')
  await scene.answer('a')
  await before
  scene.add('elif', 'b', 'kraken')
  const both = scene.reader.of('elif')
  await scene.answer('a')
  await scene.answer('b', '2')
  expect(await told(both)).toEqual([
    ['a', '5'],
    ['b', '2'],
  ])
  scene.keys.delete('elif')
  expect(await told(scene.reader.of('elif'))).toEqual([])
})

test('a database that is away is told of, and what it says later is asked for anew', async () => {
  const scene = new Scene()
  scene.add('elif', 'a')
  scene.isDown = true
  await expect(scene.reader.of('elif')).rejects.toThrow(StorageFailure)
  scene.isDown = false
  const readings = scene.reader.of('elif')
  await scene.answer('a')
  expect(await told(readings)).toEqual([['a', '5']])
})

test('however many people ask, an exchange is asked no more than two accounts a second', async () => {
  const scene = new Scene()
  const ids = Array.from({ length: 25 }, (_, n) => `k${n}`)
  for (const id of ids) scene.add(`user-${id}`, id)
  const ask = async () => {
    const told = ids.map((id) => scene.reader.of(`user-${id}`))
    for (const id of ids) await scene.answer(id, '1')
    return (await Promise.all(told)).flat()
  }
  const why = (readings: Awaited<ReturnType<typeof ask>>) =>
    readings.map(({ balances }) => ('why' in balances ? balances.why : balances.kind))
  const first = await ask()
  expect(why(first)).toEqual([...Array(20).fill('read'), ...Array(5).fill('busy')])
  await scene.pass(5_000)
  // Ten more accounts may be asked about; the others get their last readings, with their times.
  const second = await ask()
  expect(scene.asked.length).toBe(30)
  expect(why(second)).toEqual([...Array(20).fill('read'), ...Array(5).fill('busy')])
  expect(second[9]?.time).toBe(scene.now)
  expect(second[10]?.time).toBe(scene.now - 5_000)
})
