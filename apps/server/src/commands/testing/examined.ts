import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExchangeId } from '@makas/domain'
import { createSystemClock } from '../../adapters/system/system-clock.ts'
import { type Fault, type FaultCode, faultsOf } from '../../app/doctor/faults.ts'
import type { ExchangeFindings } from '../../app/doctor/findings.ts'
import { type Examination, examine } from '../../process/examine.ts'
import type { WatchedMarket } from '../../process/watched-market.ts'
import { type Simulator, startSimulator } from '../../simulator/index.ts'
import { exchangeProxy, type ProxyRules } from './exchange-proxy.ts'

/** Ends only what would never end. */
const LONGEST_S = 120

/** Runs a function when the test ends: `onTestFinished`. */
type AtEnd = (run: () => void | Promise<void>) => void

/** An empty folder for the time of a test. */
export function ownFolder(atEnd: AtEnd): string {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Simulated exchanges behind a proxy with these rules, for the time of a test. */
export async function faultyMarket(
  atEnd: AtEnd,
  rules: ProxyRules = {},
): Promise<{ readonly origin: string; readonly simulator: Simulator }> {
  const simulator = await startSimulator({ seed: 1, symbols: 12, port: 0, limits: false })
  const proxy = await exchangeProxy(simulator.origin, rules)
  atEnd(async () => {
    proxy.stop()
    await simulator.stop()
  })
  return { origin: proxy.origin, simulator }
}

/** The faults as of what was seen together until now; the hosts and the look at the exchange alone are not in it. */
export const faultsSoFar = (market: WatchedMarket, exchange: ExchangeId): readonly Fault[] =>
  faultsOf({ exchange, hosts: [], alone: null, together: market.findings(exchange), key: null })

type Wish = Pick<Examination, 'exchanges' | 'origin' | 'dataDir'> & Partial<Examination>

/** Examines a market until it was seen enough. */
export async function examined(wish: Wish): Promise<readonly ExchangeFindings[]> {
  const findings = await examine({
    symbols: [],
    seconds: LONGEST_S,
    aloneSeconds: 1,
    clock: createSystemClock(),
    take: null,
    keyOf: async () => null,
    tell: () => undefined,
    signal: new AbortController().signal,
    ...wish,
  })
  if (findings === null) throw new Error('the look was stopped')
  return findings
}

/** Examines one exchange until the fault is named, at most for minutes; returns all that is said in the end. */
export async function faultsUntil(
  code: FaultCode,
  exchange: ExchangeId,
  wish: Pick<Examination, 'origin' | 'dataDir'> & Partial<Examination>,
): Promise<readonly Fault[]> {
  const isNamed = (market: WatchedMarket) => faultsSoFar(market, exchange).some((fault) => fault.code === code)
  const findings = await examined({ ...wish, exchanges: [exchange], isEnough: wish.isEnough ?? isNamed })
  return findings.flatMap(faultsOf)
}
