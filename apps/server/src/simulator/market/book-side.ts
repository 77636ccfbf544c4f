/**
 * One side of the true book, best level first. A key is the price in ticks for asks, its negative for bids: on both
 * sides a smaller key is a better price.
 */
export class BookSide {
  readonly keys: number[] = []
  /** Size in lots, at the index of its key. */
  readonly lots: number[] = []

  /** Index of the first key that is not better than `key`. */
  lowerBound(key: number): number {
    let low = 0
    let high = this.keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.keys[middle] as number) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  has(key: number): boolean {
    return this.keys[this.lowerBound(key)] === key
  }

  /** Inserts the level, or replaces its size. */
  put(key: number, lots: number): void {
    const at = this.lowerBound(key)
    if (this.keys[at] === key) {
      this.lots[at] = lots
      return
    }
    this.keys.splice(at, 0, key)
    this.lots.splice(at, 0, lots)
  }

  removeAt(index: number): void {
    this.keys.splice(index, 1)
    this.lots.splice(index, 1)
  }

  /** Drops every level better than `key`; returns how many. */
  dropBetterThan(key: number): number {
    const count = this.lowerBound(key)
    if (count > 0) {
      this.keys.splice(0, count)
      this.lots.splice(0, count)
    }
    return count
  }

  /** Keeps the best `count` levels; returns how many were dropped. */
  keepBest(count: number): number {
    const dropped = this.keys.length - count
    if (dropped <= 0) return 0
    this.keys.length = count
    this.lots.length = count
    return dropped
  }
}
