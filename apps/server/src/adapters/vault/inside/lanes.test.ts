import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../../../app/ports/system/clock.ts'
import type { KeyPlace, SealedKey } from '../../../app/ports/trading/key-vault.ts'
import { createSystemClock, wallTime } from '../../system/system-clock.ts'
import { makeKeyFile } from '../testing/key-file.ts'
import { ORDER } from '../testing/order.ts'
import { Vault } from './vault.ts'

/** An exchange that knows no order, and holds every other call until the test answers. */
const server = createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?')
  if (path.endsWith('/time')) response.end(JSON.stringify({ serverTime: wallTime() }))
  else if (request.method === 'GET' && path.endsWith('/order'))
    response.writeHead(400).end(JSON.stringify({ code: -2013, msg: 'Order does not exist.' }))
  else held.push({ isOrder: request.method === 'POST' && path.endsWith('/order'), response })
  looks += request.method === 'GET' && path.endsWith('/order') ? 1 : 0
  for (const look of watches) look()
})
const held: { readonly isOrder: boolean; readonly response: ServerResponse }[] = []
const watches = new Set<() => void>()
let looks = 0

/** Waits until the exchange has received what `holds` asks for. */
const received = (holds: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!holds()) return
      watches.delete(look)
      resolve()
    }
    watches.add(look)
    look()
  })
const orders = () => held.filter(({ isOrder }) => isOrder).length

/** Time stands still for waits between looks: they end with the test. */
const clock: Clock = { ...createSystemClock(), now: wallTime, after: () => ({ cancel: () => undefined }) }
const MATERIAL = { apiKey: 'key', secret: 'secret', passphrase: null }
const WORLDS = {
  live: { exchange: 'binance', isTestnet: false, isDemo: false },
  testnet: { exchange: 'binance', isTestnet: true, isDemo: false },
} as const
const place: KeyPlace = { ...WORLDS.testnet, recordId: 'record', userId: 'owner' }

let keyFile: ReturnType<typeof makeKeyFile>
let vault: Vault
let sealed: SealedKey
beforeEach(async () => {
  held.length = 0
  looks = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  keyFile = makeKeyFile()
  const exchangeOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vault = new Vault({ keyFile: keyFile.path, exchangeOrigin, dataDir: dirname(keyFile.path) }, clock)
  const answer = await vault.answer({ kind: 'seal', place, material: MATERIAL }, null)
  if (answer.kind !== 'sealed') throw new Error(answer.kind)
  sealed = answer.sealed
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  keyFile.remove()
})

const check = (world: keyof typeof WORLDS, userId: string) =>
  vault.answer({ kind: 'ask', world: WORLDS[world], material: MATERIAL, userId }, null)
const send = (isUnwind: boolean) => {
  const order = { ...ORDER, isUnwind }
  return vault.answer({ kind: 'place-order', place, sealed, order, sendBy: wallTime() + 60_000 }, null)
}
const lookUp = () => vault.answer({ kind: 'find-order', place, sealed, order: ORDER }, null)
const all = (count: number, start: () => Promise<unknown>) => Array.from({ length: count }, start)

test.each(['live', 'testnet'] as const)(
  '[SEC-4] an unwind goes out at once while an exchange answers no key check of its %s world',
  async (world) => {
    all(20, () => check(world, 'stranger'))
    await received(() => held.length === 4)
    const unwound = send(true)
    await received(() => orders() === 1)
    held
      .find(({ isOrder }) => isOrder)
      ?.response.writeHead(400)
      .end(JSON.stringify({ code: -1013, msg: 'LOT_SIZE' }))
    expect(await unwound).toEqual({ kind: 'ordered', answer: { kind: 'refused', why: 'size' } })
    expect(held).toHaveLength(5)
  },
)

test('[SEC-4] an unwind waits for no order that opens', async () => {
  all(20, () => send(false))
  await received(() => orders() === 4)
  send(true)
  await received(() => orders() === 5)
})

test('[SEC-4] looks at orders keep no place while they wait for the next look', async () => {
  all(12, lookUp)
  await received(() => looks === 12)
  send(false)
  await received(() => orders() === 1)
})

test('[SEC-4] a person’s key check waits for one turn of another person’s many', async () => {
  const many = all(20, () => check('live', 'many'))
  await received(() => held.length === 4)
  const single = check('live', 'single')
  // The first check that ends gives its place to the person who has had none.
  const before = held.length
  held[0]?.response.writeHead(400).end(JSON.stringify({ code: -2015, msg: 'Invalid API-key.' }))
  await many[0]
  await received(() => held.length > before)
  const turn = held.at(-1)
  turn?.response.writeHead(400).end(JSON.stringify({ code: -1022, msg: 'Signature for this request is not valid.' }))
  // Its turn may come after one of the others that waited already.
  await received(() => held.length > before + 1)
  held
    .at(-1)
    ?.response.writeHead(400)
    .end(JSON.stringify({ code: -1022, msg: 'Signature is not valid.' }))
  expect(await single).toMatchObject({ kind: 'asked', answer: { kind: 'refused' } })
})
