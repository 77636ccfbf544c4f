import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { startSimulator } from '../../index.ts'
import { holdDate } from '../../testing/held-date.ts'
import { connect, PlainBook, pause, topOf, until } from '../../testing/wire-client.ts'

const get = async (path: string) =>
  (await fetch(`${simulator.origin}/okx${path}`)).json() as Promise<Record<string, never>>
const PUBLIC = '/okx/ws/v5/public'

const simulator = await startSimulator({ seed: 2, symbols: 12, port: 0, speed: 10, limits: false })
afterFile(() => simulator.stop())

const drop = ([price, size]: [string, string]) => [price, size] as const

test('`books` kept by its sequence equals the true book after hundreds of changes; the checksum is always 0', async () => {
  const client = await connect(simulator.origin, PUBLIC)
  client.send({ id: 'a1', op: 'subscribe', args: [{ channel: 'books', instId: 'BTC-USDT' }] })
  await until(() => client.frames.length > 150, 'updates')
  simulator.pause()
  await pause(300)
  const [ack = '', ...frames] = client.frames
  expect(JSON.parse(ack)).toMatchObject({ id: 'a1', event: 'subscribe', arg: { channel: 'books', instId: 'BTC-USDT' } })
  const book = new PlainBook()
  let last = -1
  for (const text of frames) {
    const { action, data } = JSON.parse(text)
    const [{ asks, bids, seqId, prevSeqId, checksum }] = data
    expect(checksum).toBe(0)
    expect(prevSeqId).toBe(last)
    if (action === 'snapshot') book.replace(bids.map(drop), asks.map(drop))
    else book.apply(bids.map(drop), asks.map(drop))
    last = seqId
  }
  const truth = simulator.bookOf('okx', 'BTC/USDT')
  const rest = await get('/api/v5/market/books?instId=BTC-USDT&sz=5')
  simulator.resume()
  expect(book.top(400)).toEqual(topOf(truth, 400))
  expect(rest).toMatchObject({ code: '0', data: [{ seqId: last }] })
  client.close()
})

test('acks come per arg, errors name no arg, a repeated arg brings no new snapshot', async () => {
  const client = await connect(simulator.origin, PUBLIC)
  const args = [
    { channel: 'books5', instId: 'ETH-USDT' },
    { channel: 'books5', instId: 'NOPE-USDT' },
    { channel: 'books', instId: 'SOL-USDT' },
    { channel: 'books', instId: 'SOL-USDT' },
    { channel: 'books50-l2-tbt', instId: 'SOL-USDT' },
  ]
  client.send({ op: 'subscribe', args })
  await client.frame((text) => text.includes('60011'))
  const acks = client.frames.filter((text) => text.includes('"event":"subscribe"'))
  expect(acks).toHaveLength(3)
  const error = JSON.parse(await client.frame((text) => text.includes('60018')))
  expect(error).toMatchObject({ event: 'error', code: '60018' })
  expect(error.arg).toBeUndefined()
  await pause(200)
  expect(client.frames.filter((text) => text.includes('"action":"snapshot"'))).toHaveLength(1)
  expect(
    JSON.parse(await client.frame((text) => text.includes('"books5"') && text.includes('"data"'))).data[0].bids,
  ).toHaveLength(5)
  client.close()
})

test('text ping is answered by text pong; malformed requests by 60012', async () => {
  const client = await connect(simulator.origin, PUBLIC)
  client.send('ping')
  expect(await client.frame(() => true)).toBe('pong')
  client.send('{')
  expect(await client.frame((text) => text.includes('60012'))).toContain('"event":"error"')
  client.send({ id: 'not valid!', op: 'subscribe', args: [] })
  await until(() => client.frames.filter((text) => text.includes('60012')).length === 2, 'a second 60012')
  client.close()
})

test('REST refuses in its own words and limits by path', async () => {
  expect(await get('/api/v5/market/books?instId=NOPE')).toMatchObject({ code: '51001' })
  expect(await get('/api/v5/public/instruments')).toMatchObject({ code: '50014' })
  expect(await get('/api/v5/public/instruments?instType=FUTURES')).toEqual({ code: '0', msg: '', data: [] })
  holdDate()
  const limited = await startSimulator({ seed: 1, symbols: 1, port: 0 })
  const answers = await Promise.all(
    Array.from({ length: 45 }, () => fetch(`${limited.origin}/okx/api/v5/public/instruments?instType=SPOT`)),
  )
  expect(answers.filter((one) => one.status === 429)).toHaveLength(25)
  await limited.stop()
})

test('more than three connects in a second are refused', async () => {
  holdDate()
  const limited = await startSimulator({ seed: 1, symbols: 1, port: 0 })
  const tries = await Promise.allSettled(Array.from({ length: 9 }, () => connect(limited.origin, PUBLIC)))
  expect(tries.filter((one) => one.status === 'rejected').length).toBe(6)
  await limited.stop()
})
