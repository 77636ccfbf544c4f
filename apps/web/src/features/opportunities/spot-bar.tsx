import { whole } from '../../shared/format/numbers.ts'
import { Switch } from '../../shared/ui/switch.tsx'
import { tr } from '../../text/tr.ts'
import type { HeldOrder } from './list/use-order.ts'

const words = tr.opportunities

/** What is listed, how many gaps were left out, and how it is laid out. */
export function SpotBar(props: {
  readonly count: number | null
  readonly rejected: number | null
  readonly order: HeldOrder
  readonly wideRows: boolean
  readonly chooseWide?: (wide: boolean) => void
}) {
  const { count, rejected, order } = props
  return (
    <div className="figures flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span data-testid="mode-spot" className="rounded-control bg-raised px-3 py-1.5 text-14 font-medium">
          {words.spot}
          {count !== null && <span className="ml-2 font-normal text-text-2">{whole(count)}</span>}
        </span>
        <span className="text-13 text-text-2 max-sm:sr-only">{words.spotHint}</span>
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-text-3">
        {order.waiting > 0 && (
          <button
            type="button"
            onClick={order.apply}
            className="rounded-control px-1 text-12 font-medium text-accent hover:underline pointer-coarse:py-3"
          >
            {words.applyOrder(whole(order.waiting))}
          </button>
        )}
        {count !== null && (
          <span>
            {words.count(whole(count))}
            {rejected !== null && ` · ${words.rejected(whole(rejected))}`}
          </span>
        )}
        {props.chooseWide && (
          <Switch on={props.wideRows} choose={props.chooseWide}>
            {words.rowHeight}
          </Switch>
        )}
      </div>
    </div>
  )
}
