import type { EngineMessage } from './messages.ts'
import type { EvidenceById, MarketState, MarketUpdate, PublishedRow } from './state.ts'

type Part = Extract<EngineMessage, { kind: 'rows' | 'state' | 'evidence-part' }>
/** A frozen state of whose evidence parts are missing. */
type UnfinishedFreeze = {
  readonly state: MarketState
  readonly evidence: Record<string, string>
  readonly closed: Record<string, string>
}

/** Assembles the parts in which one engine thread posts states and evidence. */
export class MarketUpdateReader {
  #rows: PublishedRow[] = []
  #freezing: UnfinishedFreeze | null = null

  /** The update that this part completes; null while parts are missing. */
  read(part: Part): MarketUpdate | null {
    switch (part.kind) {
      case 'rows':
        // Drops the rows of a state that was abandoned before its last part.
        this.#rows.length = part.from
        this.#rows.push(...part.rows)
        return null
      case 'state': {
        const { places, ...rest } = part.state
        const rows = this.#rows
        const at = (list: Int32Array) => Array.from(list, (place) => rows[place] as PublishedRow)
        const state = { ...rest, rows: { spot: at(places.spot), carry: at(places.carry), tri: at(places.tri) } }
        this.#rows = []
        if (part.freezes) this.#freezing = { state, evidence: {}, closed: {} }
        return { kind: 'state', state }
      }
      case 'evidence-part':
        return this.#evidence(part.evidence, part.closed, part.isLast)
    }
  }

  #evidence(evidence: EvidenceById, closed: EvidenceById, isLast: boolean): MarketUpdate | null {
    const freezing = this.#freezing
    if (freezing === null) return null
    Object.assign(freezing.evidence, evidence)
    Object.assign(freezing.closed, closed)
    if (!isLast) return null
    this.#freezing = null
    return { kind: 'frozen', ...freezing }
  }
}
