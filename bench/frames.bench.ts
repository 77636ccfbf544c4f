// Bytes of depth frames → connection → books → detection, against `JSON.parse` of the same bytes and against the books
// of ccxt and tardis-dev (performance.md, Targets). Fails where two sides end with different books; prints the
// findings.
import { printFigure } from './figures/figure-line.ts'
import { interleaved, type Side, short } from './figures/measure.ts'
import { CcxtBooks } from './sides/ccxt-books.ts'
import { assertSameBooks } from './sides/final-books.ts'
import { OwnBooks } from './sides/own-books.ts'
import { TARDIS_EXCHANGES, TardisBooks } from './sides/tardis-books.ts'
import { nameOf, parseAll, type Traffic } from './traffic/frame.ts'
import { allTraffic } from './traffic/traffic.ts'

const { traffics, rounds } = allTraffic()
for (const traffic of traffics) {
  measure(traffic)
  measure({ ...traffic, frames: traffic.frames.filter(({ exchange }) => TARDIS_EXCHANGES.includes(exchange)) }, true)
}

/** Measures all sides on one traffic. `onlyTardis`: all its frames are frames that tardis-dev can read. */
function measure(traffic: Traffic, onlyTardis = false): void {
  const { frames } = traffic
  const detecting = new OwnBooks(traffic, true)
  const reading = new OwnBooks(traffic, false)
  const ccxt = new CcxtBooks(traffic)
  const tardis = new TardisBooks()
  const own: Side = {
    name: 'own',
    prepare: () => detecting.begin(traffic),
    run: () => detecting.readAll(frames),
  }
  const sides: Side[] = onlyTardis
    ? [own, { name: 'tardis-dev', prepare: () => tardis.begin(traffic), run: () => tardis.readAll(frames) }]
    : [
        own,
        {
          name: 'own without detection',
          prepare: () => reading.begin(traffic),
          run: () => reading.readAll(frames),
        },
        { name: 'JSON.parse', run: () => parseAll(frames) },
        { name: 'ccxt', prepare: () => ccxt.begin(traffic), run: () => ccxt.readAll(frames) },
      ]
  const took = interleaved(sides, { rounds })
  const micros = (name: string) => (took.get(name) ?? Number.NaN) / frames.length
  const books = onlyTardis ? traffic.books.filter(({ exchange }) => TARDIS_EXCHANGES.includes(exchange)) : traffic.books
  assertSameBooks(books, detecting, onlyTardis ? tardis : ccxt, onlyTardis ? 'tardis-dev' : 'ccxt')

  const bench = `frames-${traffic.name}`
  const figure = (metric: string, value: number, baseline: string, over: number) =>
    printFigure({
      bench,
      metric,
      value: short(value),
      unit: 'µs CPU/message',
      baseline: `${baseline} ${short(over)} µs/message`,
      ratio: short(over / value),
    })
  if (onlyTardis) {
    figure(
      'bytes-to-detection (binance, okx, bybit)',
      micros('own'),
      'tardis-dev parse + map + book',
      micros('tardis-dev'),
    )
    return
  }
  figure('bytes-to-detection', micros('own'), 'JSON.parse alone', micros('JSON.parse'))
  figure('bytes-to-book', micros('own without detection'), 'JSON.parse alone', micros('JSON.parse'))
  figure('bytes-to-detection', micros('own'), 'ccxt parse + book', micros('ccxt'))
  const count = { bench, baseline: null, ratio: null }
  printFigure({ ...count, metric: 'findings of a run', value: detecting.findings, unit: 'findings' })
  printFigure({ ...count, metric: 'frames of a run', value: frames.length, unit: 'messages' })
  const distinct = new Set(frames.map((frame) => frame.bytes.toString('latin1')))
  printFigure({ ...count, metric: 'distinct frames', value: distinct.size, unit: 'messages' })
  const moved = new Set(frames.map((frame) => nameOf(frame.exchange, frame.symbol)))
  printFigure({ ...count, metric: 'books of a run', value: moved.size, unit: 'books' })
  const bytes = frames.reduce((sum, frame) => sum + frame.bytes.length, 0) / frames.length
  printFigure({ ...count, metric: 'mean frame', value: short(bytes), unit: 'bytes' })
}
