import type { EngineMessage } from './messages.ts'
import type { EvidenceById, MarketNews, MarketState, PublishedRow } from './state.ts'

type Part = Extract<EngineMessage, { kind: 'rows' | 'state' | 'evidence-part' }>
type Freezing = {
  readonly state: MarketState
  readonly evidence: Record<string, string>
  readonly closed: Record<string, string>
}

/** Puts together what one engine thread says of the market in parts. */
export class MarketNewsReader {
  #rows: PublishedRow[] = []
  #freezing: Freezing | null = null

  /** The news that is whole with this part; null when more has to come. */
  read(part: Part): MarketNews | null {
    switch (part.kind) {
      case 'rows':
        // A state that was given up half told leaves its rows behind.
        this.#rows.length = part.from
        this.#rows.push(...part.rows)
        return null
      case 'state': {
        const { places, ...told } = part.state
        const rows = this.#rows
        const at = (list: Int32Array) => Array.from(list, (place) => rows[place] as PublishedRow)
        const state = { ...told, rows: { spot: at(places.spot), carry: at(places.carry), tri: at(places.tri) } }
        this.#rows = []
        if (part.freezes) this.#freezing = { state, evidence: {}, closed: {} }
        return { kind: 'state', state }
      }
      case 'evidence-part':
        return this.#evidence(part.evidence, part.closed, part.isLast)
    }
  }

  #evidence(evidence: EvidenceById, closed: EvidenceById, isLast: boolean): MarketNews | null {
    const freezing = this.#freezing
    if (freezing === null) return null
    Object.assign(freezing.evidence, evidence)
    Object.assign(freezing.closed, closed)
    if (!isLast) return null
    this.#freezing = null
    return { kind: 'frozen', ...freezing }
  }
}
