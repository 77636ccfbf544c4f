import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections, mostConnections } from './open-connections.ts'

const MOST_OF_ADDRESS = 5

/** A server of the given proxies that answers every call; `call`: the status, or null where it was refused. */
async function serving(trusted: readonly string[] = []) {
  const server = createServer((_request, response) => response.end('here'))
  const places = limitConnections(server, trusted, 1, MOST_OF_ADDRESS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  /** Opens connections and says nothing; resolves when the server has taken or refused all of them. */
  async function idle(count: number, localAddress = '127.0.0.1'): Promise<{ readonly close: () => void }[]> {
    let come = 0
    const all = new Promise<void>((resolve) => server.on('connection', () => ++come === count && resolve()))
    const sockets = Array.from({ length: count }, () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      return socket.on('error', () => undefined)
    })
    await all
    return sockets.map((socket) => ({ close: () => socket.destroy() }))
  }
  const call = (localAddress = '127.0.0.1') =>
    new Promise<string | null>((resolve) => {
      let text = ''
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () =>
        socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
      )
      socket.on('data', (bytes) => {
        text += bytes
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(text === '' ? null : text.slice(9, 12)))
    })
  return { places, idle, call }
}

test('connections of an address beyond its limit are cut at once, and one that ends makes room', async () => {
  const { places, idle, call } = await serving()
  const open = await idle(9)
  expect([places.used, places.refused, await call()]).toEqual([5, 4, null])
  for (const { close } of open) close()
  await expect.poll(() => places.used).toBe(0)
  expect(await call()).toBe('200')
})

test.runIf(process.platform === 'linux')('idle connections of one address keep no other out', async () => {
  const { idle, call } = await serving()
  await idle(300)
  expect([await call(), await call('127.0.0.2')]).toEqual([null, '200'])
})

test('the connections of a trusted proxy belong to many people', async () => {
  for (const trusted of ['127.0.0.1', '127.0.0.0/8', '::ffff:127.0.0.1']) {
    const { places, idle, call } = await serving(['10.0.0.0/8', trusted])
    await idle(20)
    expect([places.used, await call()]).toEqual([20, '200'])
  }
})

test('our own files keep 512 descriptors, or half of all where there are few', () => {
  expect([256, 1_024, 20_000, 1_048_576, Number.POSITIVE_INFINITY].map(mostConnections)).toEqual([
    128, 512, 19_488, 24_000, 24_000,
  ])
})
