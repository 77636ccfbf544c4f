import type { EvidenceAnswer, TicketEvidence } from '@makas/contract'
import { useEffect, useState } from 'react'
import { tr } from '../../text/frame/tr.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import { exact, feeRate, inFull, signedGain, whole } from '../format/numbers.ts'
import { istanbulTime } from '../format/times.ts'
import { currencyOf } from '../opportunity/modes/modes.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { DefinitionList } from '../ui/definition-list.tsx'
import { Modal } from '../ui/layers/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Failed, Loading } from '../ui/state-view.tsx'
import { evidenceLine } from './evidence-line.ts'

const words = ticketWords.evidence
const SHOWN_LEVELS = 8

/** The attached evidence while it is fetched; `whole` is null if the server has none. */
type EvidenceState =
  | { readonly kind: 'reading' | 'failed'; readonly error?: unknown }
  | { readonly kind: 'read'; readonly whole: TicketEvidence | null }

/** The evidence as it was attached: a summary, and each leg with the levels that the size was taken from. */
export function EvidenceDialog(props: {
  readonly evidence: TicketEvidence
  readonly read: () => Promise<TicketEvidence | null>
  readonly close: () => void
}) {
  const { evidence, read } = props
  const { row } = evidence
  const { pair, rest } = evidenceLine(row)
  const [found, setFound] = useState<EvidenceState>(
    evidence.snapshot === null ? { kind: 'reading' } : { kind: 'read', whole: evidence },
  )
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each attempt
  useEffect(() => {
    if (evidence.snapshot !== null) return
    let isOver = false
    read().then(
      (whole) => !isOver && setFound({ kind: 'read', whole }),
      (error: unknown) => !isOver && setFound({ kind: 'failed', error }),
    )
    return () => {
      isOver = true
    }
  }, [attempt])
  const snapshot = found.kind === 'read' ? (found.whole?.snapshot ?? null) : null
  return (
    <Modal
      title={words.title(pair)}
      description={words.taken(`${istanbulTime(Date.parse(row.updated_at))} · ${tr.sources[row.source]}`)}
      size="large"
      testId="evidence-dialog"
      onClose={props.close}
      footer={snapshot !== null && <CopyButton text={() => JSON.stringify(snapshot, null, 2)} words={words} />}
    >
      {/* Focusable, so that the keyboard can scroll it: nothing else within takes the focus. */}
      <section tabIndex={0} aria-label={words.facts} className="flex flex-col gap-4 p-4 -outline-offset-2 sm:p-5">
        <DefinitionList
          entries={[
            { name: words.mode, value: tr.modes[row.mode] },
            { name: pair, value: rest },
            { name: words.size, value: `${inFull(row.size)} ${row.size_currency}` },
            { name: words.netMoney, value: `${signedGain(row.net_pnl)} ${currencyOf(row)}` },
          ]}
        />
        {found.kind === 'reading' && <Loading label={words.loading} />}
        {found.kind === 'failed' && (
          <Failed
            error={found.error}
            fallback={words.failed}
            retry={() => {
              setFound({ kind: 'reading' })
              setAttempt(attempt + 1)
            }}
          />
        )}
        {found.kind === 'read' && snapshot === null && <Notice tone="warn">{words.missing}</Notice>}
        {snapshot?.evidence.legs.map((leg, at) => (
          <Leg key={`${leg.exchange} ${leg.symbol} ${leg.side} ${leg.market}`} leg={leg} index={at} />
        ))}
      </section>
    </Modal>
  )
}

type OneLeg = EvidenceAnswer['evidence']['legs'][number]

function Leg({ leg, index }: { readonly leg: OneLeg; readonly index: number }) {
  return (
    <section className="overflow-hidden rounded-panel border border-line">
      <h3 className="border-b border-line px-3 py-2 text-13 font-semibold">
        {words.leg(String(index + 1), tr.exchanges[leg.exchange], leg.symbol)}
      </h3>
      <p className="figures px-3 pt-2 text-12 text-text-2">
        {words.sides[leg.side]} · {words.fee} {feeRate(Number(leg.fee))} · {words.levels(whole(leg.levels.length))}
      </p>
      <table className="figures w-full text-13">
        <thead>
          <tr className="text-12 text-text-3">
            <th scope="col" className="px-3 py-1 text-right font-medium">
              {words.price}
            </th>
            <th scope="col" className="px-3 py-1 text-right font-medium">
              {words.quantity}
            </th>
          </tr>
        </thead>
        <tbody>
          {leg.levels.slice(0, SHOWN_LEVELS).map(([price, quantity]) => (
            <tr key={price}>
              <td className="px-3 py-0.5 text-right">{exact(price)}</td>
              <td className="px-3 py-0.5 text-right">{exact(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
