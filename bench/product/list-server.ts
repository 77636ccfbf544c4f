// Both servers of the list benchmark in one separate process: the real application with 200 rows of a scripted engine,
// and a bare `node:http` server that sends the same bytes. Prints both URLs as one JSON line.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { row } from '../../apps/server/src/http/testing/rows.ts'
import { startTestServer } from '../../apps/server/src/http/testing/test-server.ts'

const ROWS = 200
const PUBLISH_EVERY_MS = 100
const LIST = '/api/arbitrage-opportunities'

const server = await startTestServer({ liveForAll: true, rateLimitScale: 1e9 })
const rows = Array.from({ length: ROWS }, (_, at) =>
  row(`spot.COIN${at}-USDT.okx.binance`, { net_roi: 1 - at / 1_000 }),
)
server.scripted.publish({ rows })
const first = await server.get(LIST)
const body = Buffer.from(await first.arrayBuffer())
if ((JSON.parse(body.toString()) as unknown[]).length !== ROWS) throw new Error('the list has not all rows')

// The engine publishes all the time; its messages are made here once, since in the product another thread makes them.
const state = {
  asOf: Date.now(),
  oldestInput: { spot: Date.now(), carry: Date.now(), tri: Date.now() },
  source: 'live' as const,
  places: { spot: Float64Array.from(rows.keys()), carry: new Float64Array(0), tri: new Float64Array(0) },
  stats: '{}',
  prices: '[]',
  status: '{}',
  ready: true,
  tally: null,
}
let version = 1_000
const told = rows.map((one) => ({ id: one.id, revision: 1, json: JSON.stringify(one) }))
setInterval(() => {
  server.scripted.say({ kind: 'rows', from: 0, rows: told })
  server.scripted.say({ kind: 'state', state: { ...state, version: ++version }, freezes: false })
}, PUBLISH_EVERY_MS)

const bare = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
}).listen(0, '127.0.0.1')
await once(bare, 'listening')
const { port } = bare.address() as AddressInfo
process.stdout.write(`${JSON.stringify({ app: server.origin + LIST, bare: `http://127.0.0.1:${port}${LIST}` })}\n`)
