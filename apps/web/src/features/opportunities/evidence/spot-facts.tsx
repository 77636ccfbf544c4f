import type { SpotEvidence, SpotRow } from '@makas/contract'
import { exact, price } from '../../../shared/format/numbers.ts'
import { Definition } from '../../../shared/ui/definition-list.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { evidenceWords } from '../../../text/market/evidence.ts'
import { sizeLimit } from './account.ts'
import { EvidenceFacts } from './evidence-facts.tsx'

const words = evidenceWords

export function SpotFacts(props: {
  readonly row: SpotRow
  readonly evidence: SpotEvidence
  readonly arrivedAt: number
}) {
  const { row, evidence } = props
  const { base, quote } = row
  const legs = evidence.legs.map((leg) => ({ name: tr.exchanges[leg.exchange], leg, base, quote }))
  return (
    <EvidenceFacts row={row} legs={legs} arrivedAt={props.arrivedAt}>
      <Definition layout="cells" name={words.fact.size}>
        {exact(evidence.size)} {row.size_currency}
      </Definition>
      <Definition layout="cells" name={words.fact.limit}>
        {words.limit[sizeLimit(evidence, row.depth_limited)]}
      </Definition>
      <Definition layout="cells" name={words.fact.prices}>
        {price(row.buy_price)} → {price(row.sell_price)} {row.quote}
      </Definition>
      <Definition layout="cells" name={words.fact.cost}>
        {exact(evidence.cost, 2)} {row.quote}
      </Definition>
    </EvidenceFacts>
  )
}
