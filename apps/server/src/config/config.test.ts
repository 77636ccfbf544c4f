import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordFigure } from '../../../../scripts/figure.ts'
import { isLongRun } from '../../../../scripts/run-length.ts'
import { bareEnv } from '../http/testing/bare-env.ts'
import { parseFeeOverrides, readConfig } from './config.ts'

let folder = ''
const file = (name: string) => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'makas-config-'))
  writeFileSync(file('no-json.json'), '{')
  writeFileSync(file('unknown-key.json'), '{"spot_kap": 5}')
  writeFileSync(file('bad-fee.json'), '{"fees": {"okx": 0.001}, "hold_days": 0}')
  writeFileSync(file('good.json'), '{"fees": {"okx": null, "kraken": {"spot": "0.002"}}, "spot_cap": 1000.5}')
  writeFileSync(
    file('numbers.json'),
    '{"borrow_rates": {"binance": {"BTC": 0.03}}, "tiers": {"okx": {"BTC-USDT-SWAP": [[0, 0.004, 0], ["50000", "0.005", "50"]]}}}',
  )
  writeFileSync(file('tiny-number.json'), '{"borrow_rates": {"binance": {"BTC": 1e-7}}}')
  writeFileSync(file('frames.ndjson'), '')
  writeFileSync(file('torn.ndjson'), '{"t":1,"url":"wss://x","dir":"in","msg":"{}"}\n{"t":2,"url"\n')
  writeFileSync(file('long.ndjson'), '{"t":1,"url":"wss://x","dir":"in","msg":"{}"}\n'.repeat(3_000))
  writeFileSync(file('cap.json'), '{"spot_cap": "0.0"}')
  writeFileSync(file('small.json'), '{"borrow_rates": {"okx": {"btc": "0.03"}}}')
  writeFileSync(file('late.json'), '{"tiers": {"okx": {"BTC-USDT-SWAP": [[1, "0.004", 0], [50000, "0.005", 50]]}}}')
  writeFileSync(
    file('falling.json'),
    '{"tiers": {"okx": {"X": [[0, "0.004", 0], [50, "0.005", 5], [50, "0.006", 9]]}}}',
  )
  // Like a folder that may not be entered, also for root: nobody can tell what lies below it.
  symlinkSync(file('closed'), file('closed'))
  writeFileSync(file('open-secret.json'), '{}')
  chmodSync(file('open-secret.json'), 0o644)
  writeFileSync(file('key'), '', { mode: 0o600 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type BadEnvironment = readonly [name: string, environment: () => Record<string, string>, says: RegExp]

const ENGINE = { ROLE: 'engine', DATABASE_URL: 'postgres://a@localhost/c', NATS_URL: 'nats://localhost:4222' }

const BAD: readonly BadEnvironment[] = [
  ['a port that is a word', () => ({ PORT: 'http' }), /^PORT: .*"http"/],
  ['a port above 65535', () => ({ PORT: '70000' }), /^PORT:/],
  ['a host with a blank', () => ({ HOST: 'my host' }), /^HOST:/],
  ['an unknown market', () => ({ MARKET: 'paper' }), /^MARKET: .*auto, live, demo, replay/],
  ['an unknown exchange', () => ({ EXCHANGES: 'binance,ftx' }), /^EXCHANGES:/],
  ['an exchange named twice', () => ({ EXCHANGES: 'okx,okx' }), /^EXCHANGES: .*twice/],
  ['another bus', () => ({ ...ENGINE, NATS_URL: 'redis://:hush@localhost' }), /^NATS_URL: must be(?!.*hush)/],
  ['an engine without a bus', () => ({ ...ENGINE, NATS_URL: '' }), /^NATS_URL: is needed with ROLE=engine/],
  [
    'an engine without a database',
    () => ({ ...ENGINE, DATABASE_URL: '' }),
    /^DATABASE_URL: is needed with ROLE=engine/,
  ],
  [
    'an API that cannot know which market it opens to all',
    () => ({ ...ENGINE, ROLE: 'api', MASTER_KEY_FILE: file('key'), LIVE_FOR_ALL: '1' }),
    /^LIVE_FOR_ALL: is refused with ROLE=api/,
  ],
  [
    'an API that would make a key of its own',
    () => ({ ...ENGINE, ROLE: 'api', DATA_DIR: file('api') }),
    /^MASTER_KEY_FILE: must be there with ROLE=api/,
  ],
  ['a worker without a database', () => ({ ROLE: 'worker', MASTER_KEY_FILE: file('key') }), /^DATABASE_URL: is needed/],
  [
    'a worker that would make a key of its own',
    () => ({ ROLE: 'worker', DATABASE_URL: 'postgres://a@localhost/c', DATA_DIR: file('worker') }),
    /^MASTER_KEY_FILE: must be there with ROLE=worker/,
  ],
  ['a role that there is not', () => ({ ROLE: 'queen' }), /^ROLE: must be one of all, engine, api, worker/],
  ['several shards in one process', () => ({ SHARDS: '4' }), /^SHARDS: must be 1 with ROLE=all/],
  [
    'more shards than one engine could hold',
    () => ({ ...ENGINE, SHARDS: '17' }),
    /^SHARDS: .*whole number from 1 to 16/,
  ],
  ['half a shard', () => ({ SHARDS: '0.5' }), /^SHARDS: must be a whole number from 1/],
  ['an origin that is not this machine', () => ({ EXCHANGE_ORIGIN: 'http://example.com:80' }), /^EXCHANGE_ORIGIN:/],
  [
    'an origin dressed up as loopback',
    () => ({ EXCHANGE_ORIGIN: 'http://127.0.0.1@evil.example' }),
    /^EXCHANGE_ORIGIN:/,
  ],
  ['an origin with a path', () => ({ EXCHANGE_ORIGIN: 'http://127.0.0.1:1/x' }), /^EXCHANGE_ORIGIN:/],
  ['live for all where the live market may come', () => ({ LIVE_FOR_ALL: '1' }), /^LIVE_FOR_ALL: .*MARKET=auto/],
  ['live for all on the live market', () => ({ MARKET: 'live', LIVE_FOR_ALL: '1' }), /^LIVE_FOR_ALL:/],
  ['replay without files', () => ({ MARKET: 'replay' }), /^REPLAY_FILES:/],
  ['a replay file that is not there', () => ({ REPLAY_FILES: file('absent.ndjson') }), /^REPLAY_FILES:/],
  [
    'a replay file that is no recording',
    () => ({ REPLAY_FILES: file('torn.ndjson') }),
    /^REPLAY_FILES: .*no recording/,
  ],
  ['a negative replay speed', () => ({ REPLAY_SPEED: '-1' }), /^REPLAY_SPEED:/],
  ['a seed with a fraction', () => ({ SIM_SEED: '1.5' }), /^SIM_SEED:/],
  ['no symbols', () => ({ SIM_SYMBOLS: '0' }), /^SIM_SYMBOLS:/],
  ['no limits at all', () => ({ RATE_LIMIT_SCALE: '0' }), /^RATE_LIMIT_SCALE:/],
  [
    'a configuration file that is not there',
    () => ({ CONFIG_FILE: file('absent.json') }),
    /^CONFIG_FILE: cannot be read/,
  ],
  ['a configuration file that is no JSON', () => ({ CONFIG_FILE: file('no-json.json') }), /^CONFIG_FILE: is no JSON/],
  ['a cap of zero with decimals', () => ({ CONFIG_FILE: file('cap.json') }), /^CONFIG_FILE: spot_cap: .*above 0/],
  ['a coin in small letters', () => ({ CONFIG_FILE: file('small.json') }), /^CONFIG_FILE: borrow_rates\.okx: .*BTC/],
  ['tiers that begin above 0', () => ({ CONFIG_FILE: file('late.json') }), /^CONFIG_FILE: tiers\.okx\.BTC.*begin at 0/],
  ['tiers that do not rise', () => ({ CONFIG_FILE: file('falling.json') }), /^CONFIG_FILE: tiers\.okx\.X: .*rise/],
  ['an unknown key in it', () => ({ CONFIG_FILE: file('unknown-key.json') }), /^CONFIG_FILE: .*spot_kap/],
  ['a fee that is a number', () => ({ CONFIG_FILE: file('bad-fee.json') }), /^CONFIG_FILE: fees\.okx/],
  [
    'a number that needs an exponent',
    () => ({ CONFIG_FILE: file('tiny-number.json') }),
    /decimal text from 0 to below 100/,
  ],
  [
    'a short token of metrics, which is not repeated',
    () => ({ METRICS_TOKEN: 'short' }),
    /^METRICS_TOKEN: (?!.*short)/,
  ],
  ['another database', () => ({ DATABASE_URL: 'mysql://root:secret@localhost' }), /^DATABASE_URL: [^@]*$/],
  ['an archive without its key', () => ({ ARCHIVE_URL: 'https://storage.example.org/makas' }), /^ARCHIVE_URL: must be/],
  [
    'an archive without a bucket',
    () => ({ ARCHIVE_URL: 'https://key:hush@storage.example.org' }),
    /^ARCHIVE_URL: (?!.*hush)/,
  ],
  [
    'an archive whose key has an escape that is none',
    () => ({ ARCHIVE_URL: 'https://KEY:a%zzhush@storage.example.org/b' }),
    /^ARCHIVE_URL: must be(?!.*hush)/,
  ],
  ['an archive that speaks ftp', () => ({ ARCHIVE_URL: 'ftp://key:hush@storage.example.org/b' }), /^ARCHIVE_URL:/],
  ['an archive of half a day', () => ({ ARCHIVE_DAYS: '0.5' }), /^ARCHIVE_DAYS: .*whole number from 0 to 3650/],
  ['an archive of no room', () => ({ ARCHIVE_MAX_MB: '0' }), /^ARCHIVE_MAX_MB:/],
  ['a proxy that is no address', () => ({ TRUST_PROXY: '10.0.0.0/33' }), /^TRUST_PROXY:/],
  ['a public address with a path', () => ({ PUBLIC_ORIGIN: 'https://makas.example/app' }), /^PUBLIC_ORIGIN:/],
  ['any origin', () => ({ CORS_ORIGINS: '*' }), /^CORS_ORIGINS:/],
  ['an unknown log level', () => ({ LOG_LEVEL: 'loud' }), /^LOG_LEVEL:/],
  ['a data folder that is a file', () => ({ DATA_DIR: file('frames.ndjson') }), /^DATA_DIR:/],
  [
    'a data folder below a folder that may not be entered',
    () => ({ DATA_DIR: join(file('closed'), 'data') }),
    /^DATA_DIR: .*may not be entered/,
  ],
  [
    'a key file below a folder that may not be entered',
    () => ({ MASTER_KEY_FILE: join(file('closed'), 'key') }),
    /^MASTER_KEY_FILE: must be/,
  ],
  ['an admin file that others may read', () => ({ ADMIN_BOOTSTRAP_FILE: file('open-secret.json') }), /0600/],
  ['a key file that others may read', () => ({ MASTER_KEY_FILE: file('open-secret.json') }), /0600/],
]

test.each(BAD)('[L4] %s is refused', (_name, environment, says) => {
  const reading = readConfig(environment())
  if (reading.kind !== 'refused') throw new Error('was accepted')
  expect(reading.mistakes).toHaveLength(_name === 'a fee that is a number' ? 2 : 1)
  expect(reading.mistakes[0]).toMatch(says)
})

test('[L4] all mistakes are listed at once', () => {
  const reading = readConfig({ PORT: 'x', MARKET: 'y', ROLE: 'z', CONFIG_FILE: file('bad-fee.json') })
  expect(reading.kind === 'refused' && reading.mistakes.map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'ROLE',
    'MARKET',
    'CONFIG_FILE',
    'CONFIG_FILE',
  ])
})

test('nothing has to be set, and an empty value counts as left out', () => {
  const bare = readConfig({})
  expect(bare).toEqual(readConfig({ PORT: '', NATS_URL: '', CONFIG_FILE: '' }))
  expect(readConfig({ ROLE: 'all', SHARDS: '1' })).toEqual(bare)
  expect(bare.kind === 'config' && bare.config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    market: 'auto',
    exchanges: ['binance', 'okx', 'bybit', 'kraken'],
    simSeed: 1,
    simSymbols: 120,
    replaySpeed: 1,
    rateLimitScale: 1,
    liveForAll: false,
    caps: { spot: '50000', carry: '10000', tri: '50000' },
    holdDays: 90,
  })
  expect(Object.isFrozen(bare.kind === 'config' && bare.config)).toBe(true)
})

test('engines and APIs are told how many shards there are, and only they may be told of several', () => {
  const shardsOf = (environment: Record<string, string>) => {
    const reading = readConfig(environment)
    if (reading.kind === 'refused') throw new Error(reading.mistakes.join(' '))
    return reading.config.shards
  }
  expect(shardsOf({ ...ENGINE, SHARDS: '16' })).toBe(16)
  expect(shardsOf({ ...ENGINE, ROLE: 'api', MASTER_KEY_FILE: file('key'), SHARDS: '2' })).toBe(2)
  expect([shardsOf(ENGINE), shardsOf({})]).toEqual([1, 1])
})

test('processes of every role may share one environment, and are told what of it says nothing to them', () => {
  const shared = {
    ...ENGINE,
    MASTER_KEY_FILE: file('key'),
    MARKET: 'demo',
    SIM_SEED: '7',
    CORS_ORIGINS: 'https://a.example',
  }
  const unusedBy = (ROLE: string) => {
    const reading = readConfig({ ...shared, ROLE })
    if (reading.kind === 'refused') throw new Error(reading.mistakes.join(' '))
    return [...reading.unused].sort()
  }
  expect(unusedBy('all')).toEqual(['NATS_URL'])
  expect(unusedBy('engine')).toEqual(['CORS_ORIGINS'])
  expect(unusedBy('api')).toEqual(['MARKET', 'SIM_SEED'])
  expect(unusedBy('worker')).toEqual(['CORS_ORIGINS', 'MARKET', 'NATS_URL', 'SIM_SEED'])
})

test('a token of metrics is taken as it is', () => {
  const reading = readConfig({ METRICS_TOKEN: '0123456789abcdef' })
  expect(reading.kind === 'config' && reading.config.metricsToken).toBe('0123456789abcdef')
})

test('the origin of simulated exchanges may have TLS', () => {
  expect(readConfig({ EXCHANGE_ORIGIN: 'https://127.0.0.1:4500' })).toMatchObject({
    config: { exchangeOrigin: 'https://127.0.0.1:4500' },
  })
})

test('a public address ends where its origin ends, so that what is printed behind it is a page', () => {
  const reading = readConfig({ PUBLIC_ORIGIN: 'https://makas.example/' })
  expect(reading.kind === 'config' && reading.config.publicOrigin).toBe('https://makas.example')
})

test('a long recording is accepted by its first lines, and an admin file that was removed is none', () => {
  const gone = file('gone.json')
  const reading = readConfig({ REPLAY_FILES: file('long.ndjson'), ADMIN_BOOTSTRAP_FILE: gone })
  expect(reading.kind === 'config' && reading.config.adminBootstrapFile).toBe(gone)
})

test('a configuration file changes fees and caps', () => {
  const reading = readConfig({ CONFIG_FILE: file('good.json') })
  expect(reading.kind === 'config' && reading.config).toMatchObject({
    fees: { okx: null, kraken: { spot: '0.002' } },
    caps: { spot: '1000.5', carry: '10000', tri: '50000' },
  })
})

test('borrow rates and tiers may be numbers as well as texts', () => {
  const reading = readConfig({ CONFIG_FILE: file('numbers.json') })
  expect(reading.kind === 'config' && reading.config).toMatchObject({
    borrowRates: { binance: { BTC: '0.03' } },
    tiers: {
      okx: {
        'BTC-USDT-SWAP': [
          ['0', '0.004', '0'],
          ['50000', '0.005', '50'],
        ],
      },
    },
  })
})

test.each([
  ['{"okx":"0.001"}', { fees: { okx: '0.001' } }],
  ['{"okx":{"perp":"0.0005"},"bybit":null}', { fees: { okx: { perp: '0.0005' }, bybit: null } }],
])('fees %s are taken', (text, expected) => {
  expect(parseFeeOverrides(text)).toEqual(expected)
})
test.each(['', '[]', '{"ftx":"0.1"}', '{"okx":"1"}', '{"okx":"-0.1"}', '{"okx":"1e-3"}', '{"okx":{"spott":"0"}}'])(
  'fees %s are refused in words',
  (text) => {
    expect(parseFeeOverrides(text)).toEqual({ error: expect.stringMatching(/.{5,}/) })
  },
)

describe('[L4] the process', () => {
  const start = (environment: Record<string, string>) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
      env: { ...bareEnv(), DATA_DIR: join(folder, 'data'), ...environment },
      encoding: 'utf8',
      timeout: 120_000,
    })

  test('ends with status 1 and every mistake on standard error', () => {
    const { status, stdout, stderr } = start({ PORT: 'x', EXCHANGE_ORIGIN: 'http://10.0.0.1' })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^EXCHANGE_ORIGIN: /),
    ])
  })

  test('says which port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number }
    const { status, stdout, stderr } = start({ PORT: String(port), LOG_LEVEL: 'silent' })
    taken.close()
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(`port ${port} on 127.0.0.1 is already in use; choose another with PORT\n`)
  })

  test('ends before it listens, whatever of the settings is bad', { timeout: 600_000 }, (context) => {
    writeFileSync(file('no-key'), 'not a key', { mode: 0o600 })
    const ofFiles: readonly BadEnvironment[] = [
      ['a key file that holds none', () => ({ MASTER_KEY_FILE: file('no-key') }), /^MASTER_KEY_FILE:/],
      ['a data folder that cannot be made', () => ({ DATA_DIR: join(file('frames.ndjson'), 'data') }), /^DATA_DIR:/],
    ]
    // A short run tries only some of them, since each starts a process.
    const bad = [...ofFiles, ...BAD.filter((_one, nth) => isLongRun || nth % 16 === 0)]
    for (const [name, environment, says] of bad) {
      const { status, stdout, stderr } = start({ PORT: '0', ...environment() })
      expect([name, status, stdout]).toEqual([name, 1, ''])
      expect(stderr).toMatch(says)
    }
    recordFigure(context, {
      row: 'L4',
      wanted: '100 % of 20 bad configs refused before listening',
      measured: `${bad.length} of ${bad.length} ended with status 1 and a sentence, none said that it listens`,
      seed: 0,
    })
  })
})

describe('where history lies', () => {
  const archiveOf = (environment: Record<string, string>) => {
    const reading = readConfig(environment)
    if (reading.kind === 'refused') throw new Error(reading.mistakes.join(' '))
    return { ...reading.config.archive, keepsHistory: reading.config.keepsHistory }
  }

  test('is a folder of the data folder, for 30 days and within 2 GB, unless it is said', () => {
    expect(archiveOf({ DATA_DIR: '/srv/makas' })).toEqual({
      place: { kind: 'folder', folder: '/srv/makas/archive' },
      days: 30,
      bytes: 2_147_483_648,
      keepsHistory: true,
    })
    expect(archiveOf({ ARCHIVE_URL: '/mnt/history', ARCHIVE_DAYS: '0' })).toMatchObject({
      place: { kind: 'folder', folder: '/mnt/history' },
      keepsHistory: false,
    })
  })

  test('may be a bucket of an object store', () => {
    const url = 'https://my%2Fkey:hu%40sh@storage.example.org:9000/makas/a/b?region=eu-west-1'
    expect(archiveOf({ ARCHIVE_URL: url }).place).toEqual({
      kind: 'objects',
      endpoint: 'https://storage.example.org:9000/makas',
      prefix: 'a/b/',
      region: 'eu-west-1',
      accessKeyId: 'my/key',
      secretAccessKey: 'hu@sh',
    })
  })
})
