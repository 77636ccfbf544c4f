import type { Mode } from '@makas/contract'
import type { ReactNode } from 'react'
import { whole } from '../../shared/format/numbers.ts'
import { Switch } from '../../shared/ui/switch.tsx'
import { tr } from '../../text/tr.ts'
import type { HeldOrder } from './list/use-order.ts'
import { ModeSwitch } from './mode-switch.tsx'

const words = tr.opportunities

/** Which way to earn, what is listed of it, how many gaps were left out, and how it is laid out. */
export function ListBar(props: {
  readonly mode: Mode
  readonly counts: Readonly<Record<Mode, number | null>>
  readonly rejected: number | null
  readonly order: HeldOrder
  readonly wideRows: boolean
  readonly chooseWide?: (wide: boolean) => void
  readonly children?: ReactNode
}) {
  const { mode, rejected, order } = props
  const count = props.counts[mode]
  return (
    <div className="figures flex flex-wrap items-center gap-x-4 gap-y-2">
      <ModeSwitch mode={mode} counts={props.counts} />
      <p className="min-w-0 text-13 text-text-2 max-sm:w-full max-sm:text-12">{words.modeHints[mode]}</p>
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
          <span title={rejected === null ? undefined : words.rejectedHint}>
            {words.count(whole(count))}
            {rejected !== null && ` · ${words.rejected(whole(rejected))}`}
          </span>
        )}
        {props.chooseWide && (
          <Switch on={props.wideRows} choose={props.chooseWide}>
            {words.rowHeight}
          </Switch>
        )}
        {props.children}
      </div>
    </div>
  )
}
