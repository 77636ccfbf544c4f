import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExchangeId } from '@makas/domain'
import { sharedLimits } from '../adapters/exchanges/_shared/talk/address-limits.ts'
import { hostsOf } from '../adapters/exchanges/_shared/talk/feed-context.ts'
import { ADDRESSES } from '../adapters/exchanges/feeds.ts'
import { probeHost } from '../adapters/exchanges/probe-host.ts'
import { stopwatch } from '../adapters/system/system-clock.ts'
import { FEW_PAIRS } from '../app/doctor/chosen-books.ts'
import type { LineTaker } from '../app/doctor/exchange-watch.ts'
import type { ExchangeFindings, KeyFindings, RunFindings } from '../app/doctor/findings.ts'
import type { HostProbe } from '../app/ports/market/host-probe.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import { exchangeAt, WatchedMarket, type WatchedMarketOptions } from './watched-market.ts'

const LOOK_EVERY_MS = 100
/** Lines that tell how far a run is, about; none comes sooner than a second after another. */
const TELLINGS = 12

export type Examination = {
  readonly exchanges: readonly ExchangeId[]
  readonly symbols: readonly string[]
  readonly seconds: number
  /** Longest look at one exchange alone, s. The look ends once all its books are proven, or the exchange refuses us. */
  readonly aloneSeconds: number
  readonly origin: string | null
  /** The server's data folder, whose bans are obeyed; nothing is written there. */
  readonly dataDir: string
  readonly clock: Clock
  readonly take: LineTaker | null
  readonly keyOf: (exchange: ExchangeId) => Promise<KeyFindings | null>
  /** Tells how far the examination is. */
  readonly tell: (line: string) => void
  /** Ends the run before its time; what was seen until then counts. */
  readonly signal: AbortSignal
  /** Whether enough was seen of all exchanges together; left out: the run lasts its whole time. */
  readonly isEnough?: (market: WatchedMarket) => boolean
}

/**
 * Looks at each exchange by itself (name, TLS, a few books), then at all of them together as the engine runs them. Null
 * where it was stopped before it had looked at each exchange by itself.
 */
export async function examine(wish: Examination): Promise<readonly ExchangeFindings[] | null> {
  return withScratchFolder(wish.dataDir, async (dataDir) => {
    const { exchanges, origin, clock, tell } = wish
    const limits = sharedLimits(ADDRESSES)
    const hosts = new Map<ExchangeId, readonly HostProbe[]>()
    const alone = new Map<ExchangeId, RunFindings>()
    for (const exchange of exchanges) {
      if (wish.signal.aborted) return null
      tell(`${exchange}: alone`)
      const probed = await probes(exchange, origin)
      hosts.set(exchange, probed)
      // An exchange that cannot be reached is not waited for twice.
      if (probed.every(({ failure }) => failure !== null)) continue
      const symbols = wish.symbols.length > 0 ? wish.symbols : FEW_PAIRS
      const options = { exchanges: [exchange], symbols, origin, dataDir, limits, clock, take: null }
      const found = await withMarket(options, async (market) => {
        const isDone = () => {
          const { wanted, proven } = market.count()
          if (market.isRefused(exchange)) return true
          return wanted > 0 && proven === wanted && market.watches.get(exchange)?.lists.size === 2
        }
        await passed(Math.min(wish.aloneSeconds, wish.seconds) * 1_000, wish.signal, clock, isDone)
        return market.findings(exchange)
      })
      alone.set(exchange, found)
    }
    if (wish.signal.aborted) return null
    tell(`together, for ${wish.seconds} s`)
    const together = await withMarket({ ...wish, dataDir, limits }, async (market) => {
      await watchFor(market, wish, () => wish.isEnough?.(market) === true)
      return new Map(exchanges.map((exchange) => [exchange, market.findings(exchange)]))
    })
    return Promise.all(
      exchanges.map(async (exchange) => ({
        exchange,
        hosts: hosts.get(exchange) ?? [],
        alone: alone.get(exchange) ?? null,
        together: together.get(exchange) ?? fail(exchange),
        key: await wish.keyOf(exchange),
      })),
    )
  })
}

/** Works with a running market, which ends with the work. */
export async function withMarket<T>(
  options: WatchedMarketOptions,
  work: (market: WatchedMarket) => Promise<T>,
): Promise<T> {
  const market = new WatchedMarket(options)
  try {
    return await work(market)
  } finally {
    await market.stop()
  }
}

/** Runs a market for some seconds; `isOver`, looked at meanwhile, ends it too. */
export async function watchFor(
  market: WatchedMarket,
  { seconds, signal, clock, tell }: Pick<Examination, 'seconds' | 'signal' | 'clock' | 'tell'>,
  isOver: () => boolean = () => false,
  told: () => string = () => '',
): Promise<void> {
  const startedAt = clock.now()
  const tellEveryMs = Math.max(1_000, (seconds * 1_000) / TELLINGS)
  let toldAt = startedAt
  await passed(seconds * 1_000, signal, clock, () => {
    const now = clock.now()
    if (now - toldAt >= tellEveryMs) {
      toldAt = now
      const { proven, wanted } = market.count()
      tell(`${Math.round((now - startedAt) / 1_000)} of ${seconds} s: ${proven} of ${wanted} books proven${told()}`)
    }
    return isOver()
  })
}

/** Works in a folder of its own, which has the server's bans at first and is gone at the end. */
export async function withScratchFolder<T>(serverDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'makas-look-'))
  try {
    const bans = join(serverDir, 'bans')
    if (existsSync(bans)) cpSync(bans, join(folder, 'bans'), { recursive: true })
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function probes(exchange: ExchangeId, origin: string | null): Promise<readonly HostProbe[]> {
  const urls = ADDRESSES.filter(({ prefix }) => exchangeAt(prefix) === exchange).flatMap(({ hosts, prefix }) => {
    const { rest, socket } = hostsOf(hosts, prefix, origin)
    return [new URL(rest), new URL(socket)]
  })
  const byHost = new Map(urls.map((url) => [url.host, url]))
  return Promise.all([...byHost.values()].map((url) => probeHost(url, stopwatch)))
}

function passed(ms: number, signal: AbortSignal, clock: Clock, isDone: () => boolean): Promise<void> {
  const endsAt = clock.now() + ms
  return new Promise((resolve) => {
    const look = () => {
      if (signal.aborted || clock.now() >= endsAt || isDone()) resolve()
      else clock.after(LOOK_EVERY_MS, look)
    }
    look()
  })
}

function fail(name: string): never {
  throw new RangeError(`no exchange ${name}`)
}
