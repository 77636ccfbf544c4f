import { byMode } from '@makas/domain'
import type { EngineMessage } from './messages.ts'
import type { EvidenceById, MarketState, MarketUpdate, PublishedRow } from './state.ts'

type Part = Extract<EngineMessage, { kind: 'rows' | 'state' | 'evidence-part' }>
/** A frozen state that still lacks parts of its evidence. */
type UnfinishedFreeze = {
  readonly state: MarketState
  readonly evidence: Record<string, string>
  readonly closed: Record<string, string>
}

/** Assembles the parts in which one engine thread posts states and evidence. */
export class MarketUpdateReader {
  /** By sequence number: the rows of the last state, and the rows of the next state that have come. */
  #rows = new Map<number, PublishedRow>()
  #freezing: UnfinishedFreeze | null = null

  /** The update that this part completes; null while parts are missing. */
  read(part: Part): MarketUpdate | null {
    switch (part.kind) {
      case 'rows':
        for (const [at, row] of part.rows.entries()) this.#rows.set(part.from + at, row)
        return null
      case 'state': {
        const { places, ...rest } = part.state
        const listed = new Map<number, PublishedRow>()
        const rowAt = (place: number) => {
          const row = this.#rows.get(place)
          if (row === undefined) throw new Error(`a state lists row ${place}, which was never sent`)
          listed.set(place, row)
          return row
        }
        const at = (list: Float64Array) => Array.from(list, rowAt)
        const state = { ...rest, rows: byMode((mode) => at(places[mode])) }
        // This drops rows that closed, were replaced, or belong to a state of which some parts never came.
        this.#rows = listed
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
