import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXCHANGES, parseExact } from '@makas/domain'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isFullRun } from '../../../../scripts/tiers.ts'
import { PROTOCOLS } from '../adapters/exchanges/protocols.ts'
import { RecordingFile } from '../adapters/system/files/recording-file.ts'
import { carryOptions, DEFAULT_CARRY } from '../app/market/detect/carry-settings.ts'
import { DEFAULT_SPOT_CAP, DEFAULT_TRI_CAP } from '../app/market/detect/default-caps.ts'
import { capOf, feeOf, identify } from '../app/market/legs/identify.ts'
import { parseRecording } from '../app/replay/recording.ts'
import { bookLine, Replay } from '../app/replay/replay.ts'
import { run as doctor } from './doctor.ts'
import { run as record } from './record.ts'
import { run as replay } from './replay.ts'
import { examined, faultyMarket, ownFolder } from './testing/examined.ts'
import { runAsPerson, runInProcess } from './testing/run-in-process.ts'

/** Simulated exchanges, and settings by which a command talks to them, from a data folder that is not there. */
async function market() {
  const { origin, simulator } = await faultyMarket(onTestFinished)
  const folder = ownFolder(onTestFinished)
  return { simulator, folder, settings: { EXCHANGE_ORIGIN: origin, DATA_DIR: join(folder, 'data') } }
}

/** Enough was seen when all books are proven for the second time; the time beside it only ends what would never end. */
function allProven(): (remark: string) => boolean {
  let times = 0
  return (remark) => {
    if (/: ([1-9]\d*) of \1 books proven/.test(remark)) times++
    return times === 2
  }
}
/** What doctor rightly says of a machine that does much else meanwhile, by its code. */
const OF_A_BUSY_MACHINE = ['books-late', 'books-lost']
/** The codes of faults in a report, but those of a busy machine. */
const faultsIn = (text: string): string[] =>
  [...text.matchAll(/ \[([a-z-]+)\]/g)].map(([, code = '']) => code).filter((code) => !OF_A_BUSY_MACHINE.includes(code))
const LONG = ['--seconds', '24']
const isUnderWay = (remark: string) => remark.includes(' of 24 s')

test('a healthy market: everything is counted, no fault of it is told, nothing is left behind', async () => {
  const { folder, settings } = await market()
  const scratch = ownFolder(onTestFinished)
  vi.stubEnv('TMPDIR', scratch)
  onTestFinished(() => void vi.unstubAllEnvs())
  const text = await runInProcess(doctor, LONG, settings, allProven())
  expect(faultsIn(text.stdout)).toEqual([])
  const isQuiet = !text.stdout.includes('[books-late]')
  const fine = 'SONUÇ: sorun bulunmadı; bağlanıldı ve emir defterleri doğrulandı.'
  expect(text.stdout.includes(fine)).toBe(isQuiet)
  expect(text.stdout.includes('VERDICT: no fault found; connected, and books are proven.')).toBe(isQuiet)
  expect(text.status).toBe(isQuiet ? 0 : 1)
  for (const name of ['Binance', 'OKX', 'Bybit', 'Kraken']) expect(text.stdout).toContain(`== ${name} ==`)
  expect(text.stderr).toMatch(/^binance: alone\n.*together, for 24 s\n/s)
  expect(readdirSync(scratch)).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('--json prints one JSON text with all findings, and the verdict stands beside it', async () => {
  const { settings } = await market()
  const args = ['--json', ...LONG, '--exchanges', 'okx,kraken', '--symbols', 'BTC,ETH/USDT']
  const { stdout, stderr, status } = await runInProcess(doctor, args, settings, allProven())
  const { exchanges, faults } = JSON.parse(stdout)
  expect(exchanges.map(({ exchange }: { exchange: string }) => exchange)).toEqual(['okx', 'kraken'])
  expect(exchanges[0]).toMatchObject({
    hosts: [{ addresses: ['127.0.0.1'], failure: null }],
    alone: { books: { firstProvenMs: expect.any(Number) } },
    together: {
      state: 'live',
      clockOffsetMs: expect.any(Number),
      lists: [{ market: 'spot', leftOut: expect.any(Array) }, { market: 'perp' }],
      frames: { unusual: { share: expect.any(Number) }, refused: {} },
      requests: [{ address: 'okx', used: expect.any(Number), allowed: expect.any(Number) }],
    },
    key: null,
  })
  const [{ together }] = exchanges
  expect(together.subscriptions.confirmed).toBe(together.subscriptions.wanted)
  const codes = faults.map(({ code, level }: { code: string; level: string }) => (level === 'fault' ? code : null))
  const ofTheMarket = codes.filter((code: string | null) => code !== null && !OF_A_BUSY_MACHINE.includes(code))
  expect(ofTheMarket).toEqual([])
  expect(stderr).toContain('VERDICT: ')
  expect(status).toBe(codes.every((code: string | null) => code === null) ? 0 : 1)
})

test('a fault ends the command with 1, and says what to do in both languages', async () => {
  const { simulator, settings } = await market()
  simulator.script({ kind: '418', exchange: 'bybit', retryAfterS: 600 })
  const { stdout, status } = await runInProcess(doctor, [...LONG, '--exchanges', 'bybit'], settings, isUnderWay)
  expect(status).toBe(1)
  expect(stdout).toContain('SONUÇ: 1 sorun bulundu.')
  expect(stdout).toContain('VERDICT: 1 fault found.')
  expect(stdout).toContain('Ne yapmalı: Bu süre geçmeden hiçbir istek göndermeyin')
  expect(stdout).toContain('What to do: Send nothing before that time has passed')
})

test.each(isFullRun ? EXCHANGES : (['okx'] as const))(
  '%s: what a key may do is told, nothing is ordered, and neither report nor recording has the key',
  async (exchange) => {
    const { simulator, folder, settings } = await market()
    const file = join(folder, 'key.json')
    const recording = join(folder, 'recording.jsonl')
    for (const [name, right, isFine] of [
      ['reader', 'spotTrade no', true],
      ['withdrawer', 'withdraw yes', false],
    ] as const) {
      const { apiKey, secret, passphrase } = simulator.account(exchange, name)
      writeFileSync(file, JSON.stringify({ exchange, apiKey, secret, passphrase }), { mode: 0o600 })
      const args = ['--seconds', '1', '--exchanges', exchange, '--symbols', 'BTC/USDT', '--key-file', file]
      const { said, status } = await runInProcess(doctor, [...args, '--record', `${recording}-${name}`], settings)
      expect(said).toContain(right)
      expect(said.includes('[key-moves-money]')).toBe(!isFine)
      if (!isFine) expect(status).toBe(1)
      const written = readFileSync(`${recording}-${name}`, 'utf8')
      for (const hidden of [apiKey, secret]) expect(`${said}${written}`).not.toContain(hidden)
      expect(simulator.ordersOf(exchange, name)).toEqual([])
    }
  },
)

test('options and files that cannot be used are refused before anything is asked', async () => {
  const { simulator, folder, settings } = await market()
  const open = join(folder, 'open.json')
  writeFileSync(open, '{}', { mode: 0o644 })
  const broken = join(folder, 'broken.json')
  writeFileSync(broken, '{"secret":"s3cret"}', { mode: 0o600 })
  const cases: [string[], RegExp][] = [
    [['--seconds', '0'], /--seconds must be/],
    [['--exchanges', 'mtgox'], /mtgox is none of/],
    [['--key-file', open], /mode 0600/],
    [['--key-file', broken], /must hold/],
    [['--record', open], /already exists/],
  ]
  for (const [args, reason] of cases) {
    const { status, stdout, stderr } = await runInProcess(doctor, args, settings)
    expect([args, status, stdout]).toEqual([args, 1, ''])
    expect(stderr).toMatch(reason)
    expect(stderr).not.toContain('s3cret')
  }
  expect(await runInProcess(record, [], settings)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('usage'),
  })
  const refused = await runInProcess(record, [open], settings)
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(/already exists/) })
  expect(refused.stderr).not.toMatch(/\n {4}at /)
  expect(simulator.counters.requests).toBe(0)
})

test('a recording replays to the books that the run had', async () => {
  const { settings } = await market()
  const lines: string[] = []
  let recorded: readonly string[] = []
  let books: readonly string[] = []
  await examined({
    exchanges: EXCHANGES,
    origin: settings.EXCHANGE_ORIGIN,
    dataDir: settings.DATA_DIR,
    take: (t, url, dir, msg) => void lines.push(JSON.stringify({ t, url, dir, msg })),
    isEnough: (seen) => {
      const { run, watches } = seen
      const { wanted, proven } = seen.count()
      const isLong = EXCHANGES.every((exchange) => (watches.get(exchange)?.frames ?? 0) > 500)
      if (wanted === 0 || proven < wanted || !isLong) return false
      recorded = [...lines]
      books = run.engine.slots
        .filter(({ frames }) => frames > 0)
        .map((slot) => bookLine(slot, run.engine.instrument(slot.exchange, slot.market, slot.symbol)))
      return true
    },
  })
  const replayed = new Replay(parseRecording('recording', recorded.join('\n')), {
    protocols: PROTOCOLS,
    identify,
    takerFee: feeOf(undefined),
    spotCap: capOf(parseExact(DEFAULT_SPOT_CAP)),
    triCap: capOf(parseExact(DEFAULT_TRI_CAP)),
    carry: carryOptions(DEFAULT_CARRY, false),
  })
  for (const _ of replayed.findings());
  expect(books.length).toBeGreaterThan(80)
  expect(replayed.books()).toEqual([...books].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en')))
})

const nameOf = (line: string): string => {
  const { exchange, market: kind, symbol } = JSON.parse(line)
  return `${exchange} ${kind} ${symbol}`
}

test('npm run record writes what npm run replay reads, with progress, and ends at its bound', async () => {
  const { folder, settings } = await market()
  const file = join(folder, 'recording.jsonl')
  const { status, stderr } = await runInProcess(record, [file, ...LONG, '--symbols', 'BTC'], settings, allProven())
  expect(stderr).toMatch(/of 24 s: (\d+) of \1 books proven, \d+ lines, [\d.]+ MB\n/)
  expect(stderr).toMatch(/recording\.jsonl: \d+ lines, [\d.]+ MB\n$/)
  expect(status).toBe(0)
  const books = await new Promise<string>((resolve) => {
    let told = ''
    const print = async (text: string) => {
      told += text
    }
    void replay(['--books', file], print, resolve).then(() => resolve(told))
  })
  const states = books
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(new Set(states.map(({ exchange }) => exchange))).toEqual(new Set(EXCHANGES))
  expect(states.every(({ state, symbol }) => state === 'LIVE' && /BTC|XBT/.test(symbol))).toBe(true)
})

test('a recording never passes its bound, and says so', () => {
  const path = join(ownFolder(onTestFinished), 'small.jsonl')
  const recording = new RecordingFile(path, 1_000)
  for (let at = 0; at < 100; at++) recording.take(at, 'wss://ws.okx.com/ws/v5/public', 'in', 'ü'.repeat(20))
  recording.close()
  recording.take(1, '', 'in', 'late')
  const written = readFileSync(path)
  expect(written.length).toBe(recording.bytes)
  expect(written.length).toBeLessThanOrEqual(1_000)
  expect(parseRecording(path, written.toString())).toHaveLength(recording.lines)
  expect(recording.summary).toMatch(/\(ended at its bound\)$/)
  expect(() => new RecordingFile(path, 1_000)).toThrow('EEXIST')
})

test.runIf(isFullRun)('without the internet each exchange is said to have no name, and the command ends with 1', () => {
  const folder = ownFolder(onTestFinished)
  const { status, stdout } = runAsPerson('doctor', ['--seconds', '1'], { DATA_DIR: join(folder, 'data') })
  expect([status, stdout]).toEqual([1, expect.stringContaining('[dns]')])
  expect(existsSync(join(folder, 'data'))).toBe(false)
})
