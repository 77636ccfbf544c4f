import type { OpportunityRow, TradePlan } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { failureCode } from '../../../shared/api/failure.ts'
import { exact, quantity } from '../../../shared/format/numbers.ts'
import { istanbulClock } from '../../../shared/format/times.ts'
import { NumberField } from '../../../shared/forms/number-field.tsx'
import { currencyOf, factsOf } from '../../../shared/opportunity/modes/modes.ts'
import { SumsTable } from '../../../shared/trade/sums-table.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { Skeleton } from '../../../shared/ui/skeleton.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { detailsOf } from '../../../text/market/mode-details.ts'
import { tradeWords as words } from '../../../text/market/trades.ts'
import { mostOf } from './first-amount.ts'
import { PlanTable } from './plan-table.tsx'
import { FINAL, refusalSentence } from './refusal.ts'
import type { TypedAmount } from './typed-amount.ts'
import type { PlanState } from './use-plan.ts'

/** The amount, and the plan for it. */
export function TradeForm(props: {
  readonly row: OpportunityRow
  readonly typed: string
  readonly type: (typed: string) => void
  readonly amount: TypedAmount
  /** The orders are sent, or may be: their amount is fixed. */
  readonly isFixed: boolean
  readonly planned: PlanState
  readonly renew: () => void
}) {
  const { row, amount, planned, renew } = props
  const currency = currencyOf(row)
  const most = mostOf(row)
  const carried = `${quantity(most)} ${currency}`
  const hint = factsOf(row.mode).leverage === null ? words.amount.most(carried) : words.amount.about(carried)
  const isOver = amount.text !== null && Number(amount.text) > most
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <div className="max-w-72">
          <NumberField
            label={words.amount.label}
            unit={currency}
            error={amount.problem ?? undefined}
            required
            value={props.typed}
            readOnly={props.isFixed}
            onChange={(event) => props.type(event.target.value)}
          />
        </div>
        <p className="figures text-12 text-text-3">
          <output>{amount.text !== null && `${words.amount.read(`${exact(amount.text)} ${currency}`)} · `}</output>
          {hint} {isOver && <span className="text-warn">{words.amount.over}</span>}
        </p>
      </div>
      <section aria-labelledby="trade-plan" className="flex flex-col gap-2">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id="trade-plan" className="text-14 font-semibold">
            {words.plan.title}
          </h3>
          {planned.kind === 'ready' && (
            <>
              <span className="figures text-12 text-text-3">{words.plan.asOf(istanbulClock(planned.time))}</span>
              {!props.isFixed && (
                <Button className="ml-auto" onClick={renew}>
                  <RefreshCw size={14} aria-hidden />
                  {words.plan.renew}
                </Button>
              )}
            </>
          )}
        </div>
        <Plan row={row} planned={planned} renew={renew} />
        <p role="status" className="sr-only">
          {planned.kind === 'asking' ? words.plan.asking : ''}
        </p>
      </section>
    </div>
  )
}

function Plan(props: { readonly row: OpportunityRow; readonly planned: PlanState; readonly renew: () => void }) {
  const { row, planned } = props
  switch (planned.kind) {
    case 'none':
      return <p className="py-4 text-13 text-text-2">{words.plan.none}</p>
    case 'failed':
      return <PlanRefused error={planned.error} renew={props.renew} />
    case 'asking':
      return <PlanParts mode={row.mode} plan={undefined} />
    case 'ready':
      return <PlanParts mode={row.mode} plan={planned.plan} />
  }
}

function PlanParts({ mode, plan }: { readonly mode: OpportunityRow['mode']; readonly plan: TradePlan | undefined }) {
  return (
    <div className="flex flex-col gap-4">
      <div className="overflow-hidden rounded-control border border-line [&_tr:last-child_td]:border-b-0">
        <PlanTable plan={plan} expected={mode === 'tri' ? 3 : 2} />
      </div>
      {plan === undefined ? (
        <div aria-hidden="true" className="pt-5.5">
          {(mode === 'tri' ? [1, 2, 3] : [1, 2, 3, 4]).map((line) => (
            <span key={line} className="flex h-8.25 items-center justify-between border-t border-line">
              <Skeleton />
              <Skeleton />
            </span>
          ))}
        </div>
      ) : (
        <SumsTable trade={plan} />
      )}
      <p className="text-12 text-text-3">
        {detailsOf(mode).order} {words.plan.anew} {plan?.world === 'testnet' && words.testnetPrices}
      </p>
    </div>
  )
}

function PlanRefused({ error, renew }: { readonly error: unknown; readonly renew: () => void }) {
  const code = failureCode(error)
  return (
    <Notice
      tone="bad"
      role="alert"
      action={!FINAL.includes(code) && <Button onClick={renew}>{tr.states.retry}</Button>}
    >
      <p>{refusalSentence(error, words.plan.failed)}</p>
      {code === 'connection-required' && (
        <Link to="/settings/api" className="font-medium text-accent hover:underline">
          {words.connections}
        </Link>
      )}
    </Notice>
  )
}
