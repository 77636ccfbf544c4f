import { ArrowRight } from 'lucide-react'
import { exact, feeRate, price } from '../../../shared/format/numbers.ts'
import { drawn, ending } from '../../../shared/opportunity/exact.ts'
import { Definition } from '../../../shared/ui/definition-list.tsx'
import { evidenceWords } from '../../../text/market/evidence.ts'
import { Ladder } from './ladders.tsx'
import type { PathLeg } from './tri-path.ts'

const words = evidenceWords
const STRONG = 'text-right break-words font-medium text-text-1'
const QUIET = 'text-right break-words text-text-2'

/** One leg of the path: what is given, got and left over, and the levels that it takes. */
export function LegStep({ path }: { readonly path: PathLeg }) {
  const { leg, gives, gets, base } = path
  return (
    <li className="figures flex min-w-0 flex-col gap-3 border-line px-5 py-4 not-last:border-b sm:px-6 lg:not-last:border-r lg:not-last:border-b-0">
      <div>
        <h3 className="flex items-center gap-2 text-16 font-semibold">
          <span
            aria-hidden="true"
            className="grid size-5 shrink-0 place-items-center rounded-full border border-accent text-12 font-medium text-accent"
          >
            {path.step}
          </span>
          {gives}
          <ArrowRight size={14} aria-hidden className="text-text-3" />
          <span className="sr-only">{words.into}</span>
          {gets}
        </h3>
        <p className="pt-0.5 text-13 text-text-2">
          {path.pair} · {words.orderSide[path.side]} · {words.feeOf(feeRate(drawn(leg.fee)))}
        </p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-13">
        <Definition layout="cells" look={STRONG} name={words.spent}>
          {exact(ending(leg.spent))} {gives}
        </Definition>
        <Definition layout="cells" look={STRONG} name={words.received}>
          {exact(ending(leg.received))} {gets}
        </Definition>
        <Definition layout="cells" look={QUIET} name={words.ordered}>
          {exact(ending(leg.ordered))} {base}
        </Definition>
        <Definition layout="cells" look={QUIET} name={words.averagePrice}>
          {price(path.price)}
        </Definition>
        {path.step > 1 && (
          <Definition layout="cells" look={QUIET} name={words.dust}>
            {exact(ending(leg.dust))} {gives}
          </Definition>
        )}
      </dl>
      <Ladder name={path.side === 'buy' ? words.asksOf(path.pair) : words.bidsOf(path.pair)} levels={path.levels} />
    </li>
  )
}
