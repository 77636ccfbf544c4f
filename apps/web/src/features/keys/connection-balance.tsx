import type { KeyRecord, PortfolioAsset, PortfolioExchange } from '@makas/contract'
import { amount, exact } from '../../shared/format/numbers.ts'
import { apiManagementText } from '../../text/account/api-management.ts'
import { assetName } from '../../text/market/asset-name.ts'

const words = apiManagementText.card
const SHOWN = 5

type Line = {
  readonly asset: string
  readonly total: string
  readonly value: number | null
  /** Why there is no value. */
  readonly why: PortfolioAsset['unvalued']
}

type Props = {
  readonly record: KeyRecord
  readonly held: PortfolioExchange | null
  readonly isReading: boolean
}

/** Balances of an account, the most valuable first. A value stands only where the shown market knows it. */
export function ConnectionBalance({ record, held, isReading }: Props) {
  const lines = linesOf(record, held)
  const values = lines.flatMap(({ value }) => (value === null ? [] : [value]))
  return (
    <section aria-label={`${record.name}: ${words.balance}`} className="flex min-w-0 flex-col">
      <h3 className="pb-1 text-12 text-text-2">{words.balance}</h3>
      {held === null && isReading && record.balance === null ? (
        <div role="status" aria-label={words.loading} className="flex flex-col gap-2 py-1">
          <div className="skeleton h-5 w-full" />
          <div className="skeleton h-5 w-3/4" />
        </div>
      ) : held !== null && held.error !== null ? (
        <p className="text-13 text-text-1">{held.error}</p>
      ) : held === null && record.balance === null ? (
        <p className="text-13 text-text-1">{words.unread}</p>
      ) : lines.length === 0 ? (
        <p className="text-13 text-text-2">{words.empty}</p>
      ) : (
        <table className="figures w-full text-13">
          <thead className="sr-only">
            <tr>
              <th scope="col">{words.asset}</th>
              <th scope="col">{words.amount}</th>
              <th scope="col">{words.value}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, SHOWN).map(({ asset, total, value, why }) => (
              <tr key={asset}>
                <th scope="row" className="py-1 pr-2 text-left font-medium text-text-1">
                  {asset}
                </th>
                <td className="py-1 pr-2 text-right text-text-2">{exact(total)}</td>
                <td className="py-1 text-right text-text-1">
                  {value === null ? (
                    <span className="text-12 text-text-2">{words.unvalued[why ?? 'no-live-book']}</span>
                  ) : (
                    amount(value)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
          {values.length > 0 && (
            <tfoot>
              <tr className="border-t border-line font-semibold text-text-1">
                <th scope="row" colSpan={2} className="py-1 text-left">
                  {words.total}
                </th>
                <td className="py-1 text-right">{amount(values.reduce((sum, value) => sum + value, 0))}</td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
      {lines.length > SHOWN && <p className="pt-1 text-12 text-text-2">{words.more(lines.length - SHOWN)}</p>}
      {(record.testnet || record.is_demo) && (
        <p className="pt-2 text-12 text-text-2">{record.is_demo ? words.demoMoney : words.testMoney}</p>
      )}
    </section>
  )
}

/** The balances just read, else the balances of the last check. */
function linesOf({ balance, testnet }: KeyRecord, held: PortfolioExchange | null): readonly Line[] {
  if (held === null) {
    const why = testnet ? 'test-money' : null
    return Object.entries(balance ?? {}).map(([asset, total]): Line => ({ asset, total, value: null, why }))
  }
  const byAsset = new Map<string, Line>()
  for (const one of held.balances) {
    const name = assetName(one)
    byAsset.set(name, { asset: name, total: one.total, value: one.usdt_value, why: one.unvalued })
  }
  return [...byAsset.values()].sort((a, b) => (b.value ?? -1) - (a.value ?? -1))
}
