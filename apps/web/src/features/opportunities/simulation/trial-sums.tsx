import type { SpotRow } from '@makas/contract'
import { amount as money, percent, price, quantity, signedGain } from '../../../shared/format/numbers.ts'
import { wholePercent } from '../../../shared/opportunity/exact.ts'
import { simulationWords } from '../../../text/market/simulation.ts'

const words = simulationWords.trialTrade.sums

type Sums = { readonly spent: number; readonly size: number; readonly gain: number }
export type TrialTrade = {
  /** Sums of the whole amount, at the row's average prices. */
  readonly expected: Sums
  /** Sums of the part of the amount that the books carry. */
  readonly got: Sums
  readonly isPartial: boolean
}

/**
 * The row's account scaled to an amount, at the row's average prices and net return; `got` at the row's size at most.
 */
export function tradeOf(row: SpotRow, amount: number): TrialTrade {
  const at = (spent: number): Sums => ({
    spent,
    size: spent / row.buy_price,
    gain: (spent * row.net_roi) / 100,
  })
  return { expected: at(amount), got: at(Math.min(amount, row.volume)), isPartial: amount > row.volume }
}

const CELL = 'border-t border-line py-1.5 pl-3 text-right'

/** The steps after which the bought and the sold figure are known. The net is known after all six. */
const BOUGHT = 3
const SOLD = 5
const THROUGH = 7

/** A line without a difference: expected and actual amounts have the average prices of the copied row. */
const same = (text: string) => ({ expected: text, got: text, worse: null })

/** Money in units of the wire's eighth decimal. */
const units = (money: number) => String(Math.round(money * 1e8))

/** Share of the amount that the books took. */
export const shareOf = ({ got, expected }: TrialTrade): string =>
  words.partial(percent(wholePercent(units(got.spent), units(expected.spent)), 0))

/** Beneath the steps: the expected figures, and the actual ones as soon as their step is reached (design.md § 9). */
export function TrialSums(props: { readonly row: SpotRow; readonly made: TrialTrade; readonly step: number }) {
  const { row, made, step } = props
  const { expected, got, isPartial } = made
  const lines = [
    {
      name: words.size(row.base),
      from: BOUGHT,
      expected: quantity(expected.size),
      got: quantity(got.size),
      worse: isPartial ? shareOf(made) : null,
    },
    { name: words.bought(row.quote), from: BOUGHT, ...same(price(row.buy_price)) },
    { name: words.sold(row.quote), from: SOLD, ...same(price(row.sell_price)) },
    {
      name: words.net(row.quote),
      from: THROUGH,
      expected: signedGain(expected.gain),
      got: signedGain(got.gain),
      worse: isPartial ? words.less : null,
    },
  ]
  return (
    <div className="flex flex-col gap-2">
      {isPartial && step >= BOUGHT && (
        <p className="text-13 text-warn">
          {words.used(`${money(got.spent)} ${row.quote}`, `${money(expected.spent)} ${row.quote}`)}
        </p>
      )}
      <table aria-label={words.caption} className="figures w-full text-13">
        <thead className="text-12 text-text-3">
          <tr className="[&>th]:pb-1.5 [&>th]:font-medium">
            <th scope="col" className="text-left">
              {words.caption}
            </th>
            {[words.expected, words.got, words.difference].map((name) => (
              <th key={name} scope="col" className="pl-3 text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const isKnown = step >= line.from
            const isNet = line.from === THROUGH
            return (
              <tr key={line.name} className={isNet ? 'font-semibold' : ''}>
                <th
                  scope="row"
                  className={`border-t border-line py-1.5 text-left ${isNet ? '' : 'font-normal text-text-2'}`}
                >
                  {line.name}
                </th>
                <td className={`${CELL} text-text-2`}>{line.expected}</td>
                <td className={`${CELL} ${isKnown ? '' : 'font-normal text-text-3'}`}>
                  {isKnown ? line.got : isNet ? words.toCome : simulationWords.step.waiting}
                </td>
                <td className={`${CELL} font-normal ${line.worse === null ? 'text-text-3' : 'text-warn'}`}>
                  {isKnown && (line.worse ?? words.same)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
