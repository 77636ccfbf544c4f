import { expect, test } from 'vitest'
import { ambientUses } from './ambient.ts'

const APP = 'apps/server/src/app/x.ts'

test.each([
  ['Date.now', APP, 'const a = Date.now()', 'the clock'],
  ['a reference to Date.now', APP, 'const now = globalThis.Date.now', 'the clock'],
  ['new Date()', APP, 'const a = new Date()', 'the clock'],
  ['new Date without brackets', APP, 'const a = new Date', 'the clock'],
  ['Date()', APP, 'const a = Date()', 'the clock'],
  ['performance.now', 'packages/domain/src/x.ts', 'const a = performance.now()', 'the clock'],
  ['a clock in the simulator', 'apps/server/src/simulator/market.ts', 'const a = Date.now()', 'the clock'],
  ['a clock in a command', 'apps/server/src/commands/replay.ts', 'const a = Date.now()', 'the clock'],
  ['a clock in a feature', 'apps/web/src/features/x.tsx', 'const a = <b>{Date.now()}</b>', 'the clock'],
  ['Math.random', APP, 'const a = Math.random()', 'chance'],
  ['chance in the simulator', 'apps/server/src/simulator/clock.ts', 'const a = Math.random()', 'chance'],
  ['toFixed', 'apps/web/src/features/x.ts', 'const a = (1).toFixed(2)', 'a locale or float format'],
  ['parseFloat', 'packages/domain/src/x.ts', "const a = parseFloat('1')", 'a locale or float format'],
  ['Number.parseFloat', 'packages/domain/src/x.ts', "const a = Number.parseFloat('1')", 'a locale or float format'],
  ['Intl', 'apps/web/src/shared/ui/x.ts', "const a = new Intl.NumberFormat('tr')", 'a locale or float format'],
  ['process.env', 'apps/server/src/main.ts', 'const a = process.env.PORT', 'the environment'],
  [
    'a timer in map.ts',
    'apps/server/src/adapters/exchanges/okx/map.ts',
    'setTimeout(() => 1, 5)',
    'a timer or the network in a translating file',
  ],
])('%s is caught', (_name, path, text, what) => {
  expect(ambientUses({ path, text })).toEqual([`${path}:1 uses ${what}`])
})

test.each([
  ['a clock adapter', 'apps/server/src/adapters/system/clock.ts', 'const a = Date.now() + Math.random()'],
  ['the clock of the simulator', 'apps/server/src/simulator/clock.ts', 'const a = Date.now()'],
  ['web/shared', 'apps/web/src/shared/live/stream.ts', 'const a = Date.now() + Math.random()'],
  [
    'format/',
    'apps/web/src/shared/format/number.ts',
    "const a = new Intl.NumberFormat('tr').format(1) + (1).toFixed(2)",
  ],
  ['config.ts', 'apps/server/src/config/config.ts', 'const a = process.env'],
  ['a conversion', APP, 'const a = new Date(5).toISOString()'],
  ['words in a comment or text', APP, "// Date.now\nconst a = 'Math.random() process.env'"],
])('%s may', (_name, path, text) => {
  expect(ambientUses({ path, text })).toEqual([])
})
