import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { FaultInjector } from '../faults/fault-injector.ts'
import { Connection } from './connection.ts'
import type { Context } from './front.ts'
import { Gateway } from './gateway.ts'

test('messages that are sent together leave in one write, in order; every other message has its own write', () => {
  const totals = { connections: 0, disconnects: 0, bookFrames: 0, factFrames: 0, controlFrames: 0, requests: 0 }
  const counters: Context['counters'] = { ...totals, requestsWhileBanned: 0, refusals: 0, faults: {} }
  const injector = new FaultInjector({})
  const gateway = new Gateway([], { injector, counters } as unknown as Context)
  const writes: string[][] = []
  const socket = new Duplex({
    decodeStrings: false,
    read: () => undefined,
    write: (chunk, _encoding, done) => {
      writes.push([String(chunk)])
      done()
    },
    writev: (chunks, done) => {
      writes.push(chunks.map(({ chunk }) => String(chunk)))
      done()
    },
  })
  const ws = { OPEN: 1, readyState: 1, bufferedAmount: 0, send: (text: string) => socket.write(text) }
  const connection = new Connection(1, 'okx', ws as unknown as WebSocket, socket, injector, counters)
  gateway.connections.add(connection)
  gateway.together(() => {
    for (const text of ['a', 'b', 'c']) connection.data(text, {})
    expect(writes).toEqual([])
  })
  expect(writes).toEqual([['a', 'b', 'c']])
  connection.control('d')
  expect(writes).toEqual([['a', 'b', 'c'], ['d']])
})
