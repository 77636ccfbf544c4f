// A process of its own that meets one hostile server with the feeds' own socket or REST line, and prints what came of it
// and how far its memory rose. Arguments: `socket` or `rest`, and the
// server's address from the colon after its scheme on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RestLine } from '../../adapters/exchanges/_shared/rest/rest-line.ts'
import { openSocket } from '../../adapters/exchanges/_shared/socket/socket.ts'
import { ownLimits } from '../../adapters/exchanges/_shared/talk/address-limits.ts'
import { verdictOf } from '../../adapters/exchanges/_shared/talk/verdict.ts'
import { binance } from '../../adapters/exchanges/binance/map.ts'
import { banFile } from '../../adapters/system/ban-file.ts'
import { createSystemClock } from '../../adapters/system/system-clock.ts'

/** What the reader says at its end. */
export type Meeting = {
  readonly outcome: string
  /** Bytes of frames or of the body that were handed on. */
  readonly accepted: number
  /** Highest resident memory of the whole life of the process, less that before the meeting: never too low. */
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
      beat: () => undefined,
      ended,
    })
  })
  return { outcome: `${reason}: ${detail}`, accepted }
}

async function meetRest(base: string): Promise<Omit<Meeting, 'risenBytes'>> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  const line = new RestLine({
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
// The server is harmless at first: what is loaded to meet it at all is no rise of the hostile meeting.
await meet()
const before = process.memoryUsage().rss
const met = await meet()
const risenBytes = process.resourceUsage().maxRSS * 1_024 - before
process.stdout.write(`${JSON.stringify({ ...met, risenBytes } satisfies Meeting)}\n`)
// Whatever is still open must not be closed by our own end.
process.stdin.resume()
