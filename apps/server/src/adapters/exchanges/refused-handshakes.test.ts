import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { expect, type TestContext, test } from 'vitest'
import { FeedRig } from './testing/feed-rig.ts'

const SYMBOL = { binance: 'BTCUSDT', okx: 'BTC-USDT', bybit: 'BTCUSDT', kraken: 'BTC/USD' } as const
const COUNTRY = 'The Amazon CloudFront distribution is configured to block access from your country.'

/** A feed whose REST calls fail without a word and whose handshakes are refused with `status` and `body`. */
async function refused(context: TestContext, exchange: ExchangeId, status: number, body: string): Promise<FeedRig> {
  const server = createServer((_request, response) => void response.writeHead(503).end())
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined)
    socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const rig = new FeedRig({ exchange, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  context.onTestFinished(async () => {
    await rig.stop()
    server.closeAllConnections()
    server.close()
  })
  rig.feed.start()
  rig.want([SYMBOL[exchange]])
  await rig.until('the refusal', () => rig.logs.some(({ event }) => event === 'feed.connect-failed'))
  return rig
}

test.for(
  EXCHANGES.flatMap(
    (exchange) =>
      [
        [exchange, 451, ''],
        [exchange, 403, COUNTRY],
      ] as const,
  ),
)('%s: a handshake that refuses our country (%i, "%s") is named so', async ([exchange, status, body], context) => {
  const rig = await refused(context, exchange, status, body)
  expect(rig.status()).toMatchObject({ state: 'down', reason: 'region-refused' })
})

test.for(['binance', 'okx', 'kraken'] as const)(
  '%s: a bare 403 says nothing of our country',
  async (exchange, context) => {
    const rig = await refused(context, exchange, 403, '')
    await rig.until('its state', () => rig.status().reason === 'unreachable')
    expect(rig.status().bannedUntil).toBeNull()
  },
)

test('bybit: a bare 403 is its rate limit, as over REST', async (context) => {
  const rig = await refused(context, 'bybit', 403, '')
  expect(rig.status()).toMatchObject({ state: 'rate-limited', reason: 'too-many-requests' })
})
