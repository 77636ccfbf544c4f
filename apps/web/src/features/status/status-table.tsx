import type { ExchangeStatus, Status } from '@makas/contract'
import { milliseconds, whole } from '../../shared/format/numbers.ts'
import { span } from '../../shared/format/times.ts'
import { FeedWord } from '../../shared/live/feed-word.tsx'
import { feedStateOf } from '../../shared/live/flow.ts'
import { tr } from '../../text/frame/tr.ts'
import { status } from '../../text/market/status.ts'

const words = status
/** The figures of the table. A count of troubles stands out where it is above 0. */
const FIGURES: readonly {
  readonly id: Exclude<keyof typeof words.columns, 'exchange' | 'state'>
  readonly show: (exchange: ExchangeStatus) => string
  readonly trouble?: (exchange: ExchangeStatus) => boolean
}[] = [
  { id: 'books', show: (of) => `${whole(of.books_live)} / ${whole(of.books_total)}` },
  { id: 'age50', show: (of) => (of.age_p50_ms === null ? words.unknown : span(of.age_p50_ms)) },
  { id: 'age99', show: (of) => (of.age_p99_ms === null ? words.unknown : span(of.age_p99_ms)) },
  { id: 'gaps', show: (of) => whole(of.gaps) },
  { id: 'checksums', show: (of) => whole(of.checksum_failures) },
  { id: 'resyncs', show: (of) => whole(of.resyncs) },
  { id: 'reconnects', show: (of) => whole(of.reconnects) },
  { id: 'refused', show: (of) => whole(of.refused_frames) },
  { id: 'unconfirmed', show: (of) => whole(of.unconfirmed), trouble: (of) => of.unconfirmed > 0 },
  { id: 'bans', show: (of) => whole(of.bans), trouble: (of) => of.bans > 0 },
  { id: 'skew', show: (of) => (of.skew_ms === null ? words.unknown : milliseconds(of.skew_ms)) },
]

/** A line for each exchange; on a phone a block. */
export function StatusTable({ status }: { readonly status: Status }) {
  return (
    <section
      tabIndex={0}
      aria-label={words.table}
      className="relative overflow-x-auto rounded-panel border border-line bg-panel max-sm:border-0 max-sm:bg-transparent"
    >
      <table aria-label={words.table} className="figures w-full border-separate border-spacing-0 text-13 max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="text-12 text-text-3">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {words.columns.exchange}
            </th>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {words.columns.state}
            </th>
            {FIGURES.map(({ id }) => (
              <th key={id} scope="col" className="px-3 py-2 text-right align-bottom font-medium">
                {words.columns[id]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:flex max-sm:flex-col max-sm:gap-2">
          {status.exchanges.map((exchange) => (
            <tr
              key={exchange.id}
              className="max-sm:grid max-sm:grid-cols-2 max-sm:rounded-panel max-sm:border max-sm:border-line max-sm:bg-panel max-sm:py-2"
            >
              <th scope="row" className="border-line px-3 py-2 text-left font-semibold sm:border-t">
                {tr.exchanges[exchange.id]}
              </th>
              <td className="border-line px-3 py-2 sm:border-t">
                <State exchange={exchange} status={status} />
              </td>
              {FIGURES.map(({ id, show, trouble }) => (
                <td
                  key={id}
                  className={`border-line px-3 py-2 text-right whitespace-nowrap max-sm:flex max-sm:justify-between max-sm:gap-2 max-sm:py-0.5 sm:border-t ${
                    trouble?.(exchange) ? 'font-semibold text-warn' : 'text-text-2'
                  }`}
                >
                  <span className="text-text-3 sm:hidden">{words.columns[id]}</span>
                  {show(exchange)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function State({ exchange, status }: { readonly exchange: ExchangeStatus; readonly status: Status }) {
  const state = feedStateOf(status, exchange)
  return (
    <>
      <FeedWord state={state} source={status.source} />
      {state !== null && exchange.reason !== null && (
        <span className="block max-w-64 text-12 text-text-2">{words.reasons[exchange.reason] ?? exchange.reason}</span>
      )}
    </>
  )
}
