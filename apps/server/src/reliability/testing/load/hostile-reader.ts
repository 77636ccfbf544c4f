// Separate process that calls one hostile server with the feeds' own socket or REST client, and prints the outcome and
// the rise of its memory. Arguments: `socket` or `rest`, and the server's address from the colon after its scheme.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RestClient } from '../../../adapters/exchanges/_shared/rest/rest-client.ts'
import { openSocket } from '../../../adapters/exchanges/_shared/socket/socket.ts'
import { ownLimits } from '../../../adapters/exchanges/_shared/talk/address-limits.ts'
import { verdictOf } from '../../../adapters/exchanges/_shared/talk/verdict.ts'
import { binance } from '../../../adapters/exchanges/binance/map.ts'
import { banFile } from '../../../adapters/system/files/ban-file.ts'
import { createSystemClock } from '../../../adapters/system/system-clock.ts'

/** The reader's report. */
export type Meeting = {
  readonly outcome: string
  /** Bytes of frames or of the body that the client passed on. */
  readonly accepted: number
  /** Peak resident memory of the process minus resident memory before the call: at least the true rise. */
  readonly risenBytes: number
}

async function meetSocket(url: string): Promise<Omit<Meeting, 'risenBytes'>> {
  let accepted = 0
  const { reason, detail } = await new Promise<{ reason: string; detail: string }>((ended) => {
    openSocket(url, {
      opened: () => undefined,
      frame: (bytes) => {
        accepted += bytes.length
      },
      pinged: () => undefined,
      ended,
    })
  })
  return { outcome: `${reason}: ${detail}`, accepted }
}

async function meetRest(base: string): Promise<Omit<Meeting, 'risenBytes'>> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  const line = new RestClient({
    base,
    protocol: binance,
    limits: ownLimits({ rest: { count: 1_000, perMs: 1_000 }, connects: [] }, Date.now),
    verdict: verdictOf,
    clock: createSystemClock(),
    bans: banFile(folder, 'hostile'),
    onBan: () => undefined,
  })
  const result = await line.get({ path: '/binance/api/v3/depth?symbol=BTCUSDT', weight: 1 }, 'repair')
  rmSync(folder, { recursive: true })
  if (result.kind === 'ok') return { outcome: 'ok', accepted: result.body.length }
  return { outcome: `${result.reason}: ${result.detail}`, accepted: 0 }
}

const [kind, address = ''] = process.argv.slice(2)
const meet = () => (kind === 'socket' ? meetSocket(`ws${address}`) : meetRest(`http${address}`))
// A first call to the harmless server loads all code, which then does not count as a rise.
await meet()
const before = process.memoryUsage().rss
const met = await meet()
const risenBytes = process.resourceUsage().maxRSS * 1_024 - before
process.stdout.write(`${JSON.stringify({ ...met, risenBytes } satisfies Meeting)}\n`)
// Keeps the process alive, so that its end closes no open connection.
process.stdin.resume()
