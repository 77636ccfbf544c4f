import { expect, test } from 'vitest'
import { natsAddress } from './nats-address.ts'

test('an address may name several servers', () => {
  expect(natsAddress('nats://a:1@one:4222, nats://two:4223')).toEqual({
    servers: ['one:4222', 'two:4223'],
    user: 'a',
    pass: '1',
    isSecure: false,
  })
  expect(natsAddress('tls://one:4222')).toEqual({
    servers: ['one:4222'],
    user: undefined,
    pass: undefined,
    isSecure: true,
  })
})
