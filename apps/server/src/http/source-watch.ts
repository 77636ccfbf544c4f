import { Status } from '@makas/contract'
import type { MarketState } from '../app/engine-protocol/state.ts'
import type { MarketSource } from '../app/ports/market/market-source.ts'

/** Reports the market source when it is decided, and whenever it changes. */
export class SourceWatch {
  #source: MarketSource | null
  readonly #changed: (source: MarketSource) => void

  /** `source` is null while it is not decided. */
  constructor(source: MarketSource | null, changed: (source: MarketSource) => void) {
    this.#source = source
    this.#changed = changed
  }

  see({ source, status }: Pick<MarketState, 'source' | 'status'>): void {
    if (source === this.#source) return
    // Until the source is decided the state names the source that is tried; the status says null.
    if (this.#source === null && Status.parse(JSON.parse(status)).source === null) return
    this.#source = source
    this.#changed(source)
  }
}
