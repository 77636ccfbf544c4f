import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATHS, Trade } from '@makas/contract'
import { WHOLE } from '@makas/domain'
import { makeKeyFile } from '../../adapters/vault/testing/key-file.ts'
import { type LoggedLine, startVault } from '../../adapters/vault/testing/vault.ts'
import type { VaultProcess } from '../../adapters/vault/vault-process.ts'
import { demoAccounts } from '../../app/api-keys/demo-accounts.ts'
import type { DemoMarket } from '../../app/ports/market/demo-market.ts'
import type { EngineConfig } from '../../config/config.ts'
import { type Simulator, startSimulator } from '../../simulator/index.ts'
import { type EngineThread, startEngineThread } from '../engine/engine-thread.ts'
import { eventually } from './test-server.ts'
import { type SignedIn, send, startUserServer, type UserServer } from './user-server.ts'

export type KeyServer = UserServer & {
  readonly simulator: Simulator
  readonly vault: VaultProcess
  /** Log lines of the vault. */
  readonly vaultLines: readonly LoggedLine[]
  /** Ends the bans that simulated exchanges have told. */
  readonly forgetBans: () => void
}

const ENGINE = new URL('../../engine.worker.ts', import.meta.url)

type Options = {
  /** Whether a real engine runs on the simulated exchanges' market. */
  readonly hasMarket?: boolean
  readonly coins?: number
}

/** A real server with accounts and a vault, before simulated exchanges. */
export async function startKeyServer(
  rateLimitScale: number,
  { hasMarket = false, coins = 4 }: Options = {},
): Promise<KeyServer> {
  const simulator = await startSimulator({ seed: 21, symbols: coins, port: 0, limits: false })
  const keyFile = makeKeyFile()
  const { vault, lines: vaultLines, forgetBans } = startVault(keyFile.path, simulator.origin)
  const dataDir = mkdtempSync(join(tmpdir(), 'makas-keys-engine-'))
  const started = await startUserServer({
    rateLimitScale,
    vault,
    orders: vault,
    ...(hasMarket ? { engineThread: () => engineOn(simulator.origin, dataDir), source: 'demo' } : {}),
  })
  const { stop } = started
  return Object.assign(started, {
    simulator,
    vault,
    vaultLines,
    forgetBans,
    stop: async () => {
      await stop()
      vault.stop()
      keyFile.remove()
      await simulator.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}

/**
 * A real server with accounts, whose engine runs the demo market, and a vault that would reach `exchanges` in place of
 * the real ones. It has rows.
 */
export async function startDemoServer(coins = 4) {
  const exchanges = await startSimulator({ seed: 31, symbols: 2, port: 0, limits: false })
  const keyFile = makeKeyFile()
  const dataDir = mkdtempSync(join(tmpdir(), 'makas-demo-engine-'))
  let market: () => DemoMarket | null = () => null
  let isShown = true
  const { vault } = startVault(keyFile.path, exchanges.origin, undefined, () => market()?.origin ?? null)
  const started = await startUserServer({
    rateLimitScale: 1_000,
    vault,
    orders: vault,
    demo: demoAccounts({ isShown: () => isShown, market: () => market() }),
    engineThread: () => engineOn(null, dataDir, coins),
    source: 'demo',
  })
  market = () => started.engine.demoMarket
  await eventually(() => started.engine.demoMarket !== null && started.board.openCount > 0)
  const { stop } = started
  return Object.assign(started, {
    exchanges,
    show: (isDemo: boolean) => {
      isShown = isDemo
    },
    stop: async () => {
      await stop()
      vault.stop()
      keyFile.remove()
      await exchanges.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}

/** A trade of `user`, once it has ended. */
export async function endedTrade(server: UserServer, { token }: SignedIn, id: string): Promise<Trade> {
  let trade: Trade | null = null
  await eventually(async () => {
    trade = Trade.parse(await (await send(server, PATHS.trade(id), undefined, { token })).json())
    return trade.status !== 'running'
  })
  if (trade === null) throw new Error('no trade')
  return trade
}

/** An engine with `EXCHANGE_ORIGIN`, or with `MARKET=demo` where that is null. */
function engineOn(exchangeOrigin: string | null, dataDir: string, simSymbols = 4): EngineThread {
  const config: EngineConfig = {
    market: exchangeOrigin === null ? 'demo' : 'auto',
    exchanges: ['binance', 'okx', 'bybit', 'kraken'],
    exchangeOrigin,
    simSeed: 1,
    simSymbols,
    replayFiles: [],
    replaySpeed: 0,
    fees: undefined,
    caps: { spot: '50000', carry: '10000', tri: '50000' },
    holdDays: 90,
    borrowRates: {},
    tiers: {},
    dataDir,
    shard: WHOLE,
    episodesFolder: dataDir,
    keepsHistory: false,
    logLevel: 'info',
  }
  return startEngineThread(ENGINE, config)
}
