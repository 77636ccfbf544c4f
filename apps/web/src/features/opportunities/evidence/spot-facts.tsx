import type { SpotEvidence, SpotRow } from '@makas/contract'
import { exact, price } from '../../../shared/format/numbers.ts'
import { tr } from '../../../text/frame/tr.ts'
import { evidenceWords } from '../../../text/market/evidence.ts'
import { sizeLimit } from './account.ts'
import { EvidenceFacts, Fact } from './evidence-facts.tsx'

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
      <Fact name="size">
        {exact(evidence.size)} {row.size_currency}
      </Fact>
      <Fact name="limit">{words.limit[sizeLimit(evidence, row.depth_limited)]}</Fact>
      <Fact name="prices">
        {price(row.buy_price)} → {price(row.sell_price)} {row.quote}
      </Fact>
      <Fact name="cost">
        {exact(evidence.cost, 2)} {row.quote}
      </Fact>
    </EvidenceFacts>
  )
}
