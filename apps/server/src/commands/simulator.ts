import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Fault, parseFaults, startSimulator, type TestAccount } from '../simulator/index.ts'

const USAGE =
  'npm run simulator -- --port PORT [--host HOST] [--seed N] [--symbols N] [--speed N] [--faults FILE] [--accounts]'
/** Test accounts printed without `--accounts`: an account that trades, and an account of a test network. */
const USUAL = ['trader', 'tester']

function refuse(sentence: string): never {
  console.error(`${sentence}\n${USAGE}`)
  process.exit(1)
}

/** Parses a whole number from `least` to `most`. Any other text ends the command. */
function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most)
    refuse(`--${name} must be a whole number from ${least} to ${most}`)
  return value
}

function readFaults(file: string | undefined): Fault[] {
  if (file === undefined) return []
  try {
    return parseFaults(readFileSync(file, 'utf8'))
  } catch (error) {
    return refuse(`--faults ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        seed: { type: 'string', default: '1' },
        symbols: { type: 'string', default: '120' },
        speed: { type: 'string', default: '1' },
        faults: { type: 'string' },
        accounts: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** A test account as lines, with its secret, which guards nothing real. */
function described({ exchange, name, purpose, apiKey, secret, passphrase, addresses }: TestAccount): string {
  const bound = addresses.length === 0 ? '' : `, from ${addresses.join(' or ')}`
  const lines = [
    `  ${exchange.padEnd(8)} ${name}: ${purpose}${bound}`,
    `    key        ${apiKey}`,
    `    secret     ${secret}`,
  ]
  return [...lines, ...(passphrase === null ? [] : [`    passphrase ${passphrase}`])].join('\n')
}

const given = readOptions()
if (given.port === undefined) refuse('--port is missing')
// The simulator has no access control, so it listens on loopback only.
if (!['127.0.0.1', 'localhost'].includes(given.host)) refuse('--host must be a loopback address')

const simulator = await startSimulator({
  port: whole('port', given.port, 0, 65535),
  host: given.host,
  seed: whole('seed', given.seed, 0, 4294967295),
  symbols: whole('symbols', given.symbols, 1, 10000),
  speed: whole('speed', given.speed, 1, 100),
  faults: readFaults(given.faults),
}).catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)))

const shown = simulator.accounts.filter((one) => given.accounts || USUAL.includes(one.name))
const streams = simulator.origin.replace('http', 'ws')
console.log(`Simulated exchanges (demo prices, not real ones) at ${simulator.origin}

  Binance  ${simulator.origin}/binance/api/v3/depth?symbol=BTCUSDT&limit=5
           ${streams}/binance/stream?streams=btcusdt@depth@100ms
  USDT-M   ${simulator.origin}/binance-usdm/fapi/v1/premiumIndex?symbol=BTCUSDT
           ${streams}/binance-usdm/public/ws/btcusdt@depth@100ms
           ${streams}/binance-usdm/market/ws/btcusdt@markPrice@1s
  OKX      ${simulator.origin}/okx/api/v5/market/books?instId=BTC-USDT&sz=5
           ${streams}/okx/ws/v5/public
  Bybit    ${simulator.origin}/bybit/v5/market/orderbook?category=spot&symbol=BTCUSDT&limit=5
           ${streams}/bybit/v5/public/spot and /linear
  Kraken   ${simulator.origin}/kraken/0/public/Depth?pair=XBTUSD&count=5
           ${streams}/kraken/v2
  Futures  ${simulator.origin}/kraken-futures/derivatives/api/v3/tickers
           ${streams}/kraken-futures/ws/v1

Test accounts for signed calls (made from --seed; ${given.accounts ? 'all of them' : '--accounts tells all of them'}, docs/simulator.md what they are for):
${shown.map(described).join('\n')}

To use it: EXCHANGE_ORIGIN=${simulator.origin} npm start`)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Ctrl-C under npm arrives twice: once from the terminal, once from npm.
    if (isStopping) return
    isStopping = true
    void simulator.stop().then(() => process.exit(0))
  })
}
