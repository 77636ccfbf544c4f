import type { TicketEvidence } from '@makas/contract'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { tr } from '../../text/frame/tr.ts'
import { ticketWords } from '../../text/support/tickets.ts'
import { istanbulTime } from '../format/times.ts'
import { lazyLayer } from '../ui/layers/lazy-layer.tsx'
import { evidenceLine } from './evidence-line.ts'

const words = ticketWords.evidence

// Loaded apart: few tickets have evidence, and readers open even less.
const EvidenceDialog = lazyLayer(words.name, async () => (await import('./evidence-dialog.tsx')).EvidenceDialog)

/** The evidence attached to a ticket; opens as it was when it was attached. */
export function EvidenceChip(props: {
  readonly evidence: TicketEvidence
  /** Reads the whole evidence; the list has only its row. */
  readonly read: () => Promise<TicketEvidence | null>
}) {
  const { evidence } = props
  const [isOpen, setOpen] = useState(false)
  const { pair, rest } = evidenceLine(evidence.row)
  return (
    <>
      <button
        type="button"
        aria-label={words.open(pair)}
        onClick={() => setOpen(true)}
        className="figures mt-2.5 flex w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-control border border-line bg-panel px-2.5 py-1.5 text-left text-12 text-text-2 hover:bg-raised pointer-coarse:py-2.5"
      >
        <Scale size={14} aria-hidden className="shrink-0 text-accent" />
        <span>
          <span className="font-semibold text-text-1">{pair}</span> · {rest}
        </span>
        <span className="text-text-3">
          {istanbulTime(Date.parse(evidence.row.updated_at))} · {tr.sources[evidence.row.source]}
        </span>
      </button>
      {isOpen && <EvidenceDialog evidence={evidence} read={props.read} close={() => setOpen(false)} />}
    </>
  )
}
