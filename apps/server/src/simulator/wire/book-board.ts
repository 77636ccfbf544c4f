import type { Instrument } from '../market/instrument.ts'
import { BookView } from './book-view.ts'

/** All views of one exchange, by book and channel. */
export class BookBoard<Reader> {
  readonly #views = new Map<string, BookView<Reader>>()
  readonly #byInstrument = new Map<number, BookView<Reader>[]>()
  #dirty: BookView<Reader>[] = []

  find(name: string): BookView<Reader> | undefined {
    return this.#views.get(name)
  }

  /** The view of a channel of a book, made at its first use. */
  of(instrument: Instrument, name: string, depth: number, cadenceMs: number): BookView<Reader> {
    const known = this.#views.get(name)
    if (known) return known
    const view = new BookView<Reader>(instrument, name, depth, cadenceMs)
    this.#views.set(name, view)
    const siblings = this.#byInstrument.get(instrument.index)
    if (siblings) siblings.push(view)
    else this.#byInstrument.set(instrument.index, [view])
    return view
  }

  viewsOf(instrument: Instrument): readonly BookView<Reader>[] {
    return this.#byInstrument.get(instrument.index) ?? []
  }

  all(): Iterable<BookView<Reader>> {
    return this.#views.values()
  }

  /** To be called at every change of a book. */
  changed(instrument: Instrument): void {
    for (const view of this.viewsOf(instrument)) {
      if (view.dirty || view.readers.size === 0) continue
      view.dirty = true
      this.#dirty.push(view)
    }
  }

  /** The changed views whose cadence has passed. */
  due(marketMs: number): BookView<Reader>[] {
    if (this.#dirty.length === 0) return []
    const due: BookView<Reader>[] = []
    const waiting: BookView<Reader>[] = []
    for (const view of this.#dirty) {
      if (view.readers.size === 0) view.dirty = false
      else if (marketMs - view.sentAtMs >= view.cadenceMs) due.push(view)
      else waiting.push(view)
    }
    this.#dirty = waiting
    for (const view of due) {
      view.dirty = false
      view.sentAtMs = marketMs
    }
    return due
  }

  drop(reader: Reader): void {
    for (const view of this.#views.values()) view.readers.delete(reader)
  }
}
