/** Levels of one block: enough that there are few blocks, few enough that a change moves next to nothing. */
const BLOCK = 32
/** Two neighbours are joined when one is this empty and both together leave some room. */
const SPARSE = 8
const JOINED = 24
const FIRST_BLOCKS = 4

/** Changes of one side in whole numbers of the book's scale, in the order sent; only the first `count` count. */
export type SideChanges = {
  readonly count: number
  readonly prices: Float64Array
  readonly sizes: Float64Array
  /** Decimals of each text as sent, high byte price, low byte size. */
  readonly texts: Uint16Array
}

/** Room for the best levels of a side, the best one first. */
export type BestLevels = Omit<SideChanges, 'count'>

/**
 * One side of a book: prices and sizes as whole numbers in doubles, exact to 2^53. Levels are kept sorted in small blocks
 * of two parallel arrays, because exchanges change levels everywhere within a thousand: a change searches and moves
 * within its block only. Keys are prices, negative on the ask side, so that the best level has the greatest key on
 * both; within a block they ascend, and blocks are in order from the best on.
 */
export class BookSide {
  count = 0
  /** 1 for bids (best = highest), -1 for asks. */
  readonly sign: 1 | -1
  #keys = new Float64Array(BLOCK)
  #sizes = new Float64Array(BLOCK)
  /** Decimals of each text as sent, high byte price, low byte size: a checksum is over the texts. */
  #texts: Uint16Array | null
  /** Blocks in use; the next three tell of each, from the best on, where its levels begin and how many there are. */
  #blocks = 1
  #starts = new Int32Array(FIRST_BLOCKS)
  #lengths = new Int32Array(FIRST_BLOCKS)
  /** No key of a block is below its bound, and every key of the worse blocks is. */
  #bounds = new Float64Array(FIRST_BLOCKS).fill(Number.NEGATIVE_INFINITY)
  /** Where the arrays have never been used, and blocks that are empty again. */
  #unused = BLOCK
  readonly #free: number[] = []

  constructor(sign: 1 | -1, keepsTexts: boolean) {
    this.sign = sign
    this.#texts = keepsTexts ? new Uint16Array(BLOCK) : null
  }

  /** Levels that memory is held for. */
  get capacity(): number {
    return this.#keys.length
  }

  /** Price of the level at a rank, 0 = best. The caller knows that the rank is below `count`. */
  priceAt(rank: number): number {
    return (this.#keys[this.#indexOf(rank)] as number) * this.sign
  }

  sizeAt(rank: number): number {
    return this.#sizes[this.#indexOf(rank)] as number
  }

  textAt(rank: number): number {
    return this.#texts === null ? 0 : (this.#texts[this.#indexOf(rank)] as number)
  }

  /** Copies the best levels, at most as many as fit; how many they are. */
  copyBest(into: BestLevels): number {
    const { prices, sizes, texts } = into
    const { sign } = this
    const keys = this.#keys
    const ownSizes = this.#sizes
    const ownTexts = this.#texts
    const most = Math.min(prices.length, this.count)
    let copied = 0
    for (let block = 0; copied < most; block++) {
      const start = this.#starts[block] as number
      for (let at = start + (this.#lengths[block] as number) - 1; at >= start && copied < most; at--) {
        prices[copied] = (keys[at] as number) * sign
        sizes[copied] = ownSizes[at] as number
        texts[copied++] = ownTexts === null ? 0 : (ownTexts[at] as number)
      }
    }
    return copied
  }

  clear(): void {
    this.count = 0
    this.#blocks = 1
    this.#starts[0] = 0
    this.#lengths[0] = 0
    this.#bounds[0] = Number.NEGATIVE_INFINITY
    this.#unused = BLOCK
    this.#free.length = 0
  }

  /** Sets the absolute size of a price; 0 deletes, also a price that is not there. */
  set(price: number, size: number, text: number): void {
    const key = price * this.sign
    const block = this.#blockOf(key, 0)
    const start = this.#starts[block] as number
    const at = this.#search(key, start, start + (this.#lengths[block] as number) - 1)
    if (at >= start && this.#keys[at] === key) {
      if (size === 0) this.#remove(block, at)
      else this.#resize(at, size, text)
    } else if (size !== 0) this.#insert(block, at + 1, key, size, text)
  }

  /**
   * Sets many levels. Exchanges send them from the best on: each is looked for where the last one was found, and only
   * one that is out of order from the best level again.
   */
  setAll(changes: SideChanges): void {
    const { count, prices, sizes, texts } = changes
    const { sign } = this
    let blocks = this.#blocks
    let block = 0
    let before = Number.POSITIVE_INFINITY
    for (let change = 0; change < count; change++) {
      const key = (prices[change] as number) * sign
      const size = sizes[change] as number
      block = this.#blockOf(key, key < before ? block : 0)
      before = key
      const start = this.#starts[block] as number
      const at = this.#search(key, start, start + (this.#lengths[block] as number) - 1)
      if (at >= start && this.#keys[at] === key) {
        if (size === 0) this.#remove(block, at)
        else this.#resize(at, size, texts[change] as number)
      } else if (size !== 0) this.#insert(block, at + 1, key, size, texts[change] as number)
      if (this.#blocks !== blocks) {
        blocks = this.#blocks
        block = 0
      }
    }
  }

  /** Drops the worst levels beyond a depth. */
  truncate(depth: number): void {
    let excess = this.count - depth
    if (excess <= 0) return
    this.count = depth
    let last = this.#blocks - 1
    for (; last > 0 && excess >= (this.#lengths[last] as number); last--) {
      excess -= this.#lengths[last] as number
      this.#drop(last)
    }
    const length = (this.#lengths[last] as number) - excess
    this.#lengths[last] = length
    // An empty block stays where it is: at its end it would be taken for the next one.
    if (length > 0) this.#starts[last] = (this.#starts[last] as number) + excess
  }

  /** Multiplies all prices or sizes: the book's scale got more decimals. False when a number would pass 2^53. */
  rescale(column: 'prices' | 'sizes', factor: number): boolean {
    const values = column === 'prices' ? this.#keys : this.#sizes
    for (let block = 0; block < this.#blocks; block++) {
      const start = this.#starts[block] as number
      const end = start + (this.#lengths[block] as number)
      for (let at = start; at < end; at++) {
        const value = (values[at] as number) * factor
        if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
        values[at] = value
      }
      if (column === 'prices') this.#bounds[block] = (this.#bounds[block] as number) * factor
    }
    return true
  }

  #indexOf(rank: number): number {
    const lengths = this.#lengths
    let block = 0
    let rest = rank
    while (rest >= (lengths[block] as number)) rest -= lengths[block++] as number
    return (this.#starts[block] as number) + (lengths[block] as number) - 1 - rest
  }

  /** The block that a key belongs to; `from` is it or a better one. */
  #blockOf(key: number, from: number): number {
    const bounds = this.#bounds
    let block = from
    while (key < (bounds[block] as number)) block++
    return block
  }

  /** The last index from `start` to `end` whose key is not above, or `start - 1`. */
  #search(key: number, start: number, end: number): number {
    const keys = this.#keys
    let at = end
    while (at >= start && (keys[at] as number) > key) at--
    return at
  }

  #resize(at: number, size: number, text: number): void {
    this.#sizes[at] = size
    if (this.#texts !== null) this.#texts[at] = text
  }

  /** Moves the shorter part of the block over the level. */
  #remove(block: number, at: number): void {
    const start = this.#starts[block] as number
    const length = (this.#lengths[block] as number) - 1
    this.count--
    this.#lengths[block] = length
    if (at - start < start + length - at) {
      this.#starts[block] = start + 1
      this.#moveUp(start, at)
    } else this.#moveDown(at + 1, start + length + 1)
    if (length <= SPARSE) this.#join(block)
  }

  /** Puts a level before the index `at` of a block; the shorter part that has room makes way. */
  #insert(block: number, at: number, key: number, size: number, text: number): void {
    const start = this.#starts[block] as number
    const length = this.#lengths[block] as number
    if (length === BLOCK) {
      this.#insertAfterSplit(block, at, key, size, text)
      return
    }
    const end = start + length
    const first = start & -BLOCK
    let to = at
    if (end < first + BLOCK && (start === first || end - at <= at - start)) this.#moveUp(at, end)
    else {
      this.#moveDown(start, at)
      this.#starts[block] = start - 1
      to = at - 1
    }
    this.#lengths[block] = length + 1
    this.count++
    this.#keys[to] = key
    this.#sizes[to] = size
    if (this.#texts !== null) this.#texts[to] = text
  }

  /** The best half of a full block becomes a block of its own; at both ends of the side, the new level alone does. */
  #insertAfterSplit(block: number, at: number, key: number, size: number, text: number): void {
    const start = this.#starts[block] as number
    const fresh = this.#take()
    if (at === start && block === this.#blocks - 1) {
      this.#bounds[block] = this.#keys[start] as number
      this.#add(block + 1, fresh + BLOCK - 1, 0, Number.NEGATIVE_INFINITY)
      this.#insert(block + 1, fresh + BLOCK - 1, key, size, text)
    } else if (at === start + BLOCK && block === 0) {
      this.#add(0, fresh, 0, key)
      this.#insert(0, fresh, key, size, text)
    } else {
      const half = start + BLOCK / 2
      const to = fresh + BLOCK / 4
      this.#copy(half, start + BLOCK, to)
      this.#lengths[block] = BLOCK / 2
      this.#add(block, to, BLOCK / 2, this.#keys[half] as number)
      if (at > half) this.#insert(block, at - half + to, key, size, text)
      else this.#insert(block + 1, at, key, size, text)
    }
  }

  /** A block that became sparse joins a neighbour that has room; an empty one goes. */
  #join(block: number): void {
    const length = this.#lengths[block] as number
    if (length === 0) {
      if (this.#blocks > 1) this.#drop(block)
    } else if (block + 1 < this.#blocks && length + (this.#lengths[block + 1] as number) <= JOINED) {
      this.#joinToWorse(block)
    } else if (block > 0 && length + (this.#lengths[block - 1] as number) <= JOINED) this.#joinToWorse(block - 1)
  }

  #joinToWorse(block: number): void {
    const worse = block + 1
    const start = this.#starts[block] as number
    const length = this.#lengths[block] as number
    const first = (this.#starts[worse] as number) & -BLOCK
    const kept = this.#lengths[worse] as number
    this.#copy(this.#starts[worse] as number, (this.#starts[worse] as number) + kept, first)
    this.#copy(start, start + length, first + kept)
    this.#starts[worse] = first
    this.#lengths[worse] = kept + length
    this.#drop(block)
  }

  /** Copies the levels of `[from, end)` to `to`, in a direction that serves a move to a lower place. */
  #copy(from: number, end: number, to: number): void {
    this.#keys.copyWithin(to, from, end)
    this.#sizes.copyWithin(to, from, end)
    this.#texts?.copyWithin(to, from, end)
  }

  /** Moves the levels of `[from, end)` up by one: loops, because the call of `copyWithin` alone costs as much. */
  #moveUp(from: number, end: number): void {
    const keys = this.#keys
    const sizes = this.#sizes
    const texts = this.#texts
    for (let at = end; at > from; at--) {
      keys[at] = keys[at - 1] as number
      sizes[at] = sizes[at - 1] as number
    }
    if (texts !== null) for (let at = end; at > from; at--) texts[at] = texts[at - 1] as number
  }

  #moveDown(from: number, end: number): void {
    const keys = this.#keys
    const sizes = this.#sizes
    const texts = this.#texts
    for (let at = from; at < end; at++) {
      keys[at - 1] = keys[at] as number
      sizes[at - 1] = sizes[at] as number
    }
    if (texts !== null) for (let at = from; at < end; at++) texts[at - 1] = texts[at] as number
  }

  /** Where a block that is not in use begins. */
  #take(): number {
    const freed = this.#free.pop()
    if (freed !== undefined) return freed
    if (this.#unused === this.#keys.length) this.#grow()
    const start = this.#unused
    this.#unused = start + BLOCK
    return start
  }

  /** Enters a block before the one that has this number now. */
  #add(block: number, start: number, length: number, bound: number): void {
    if (this.#blocks === this.#starts.length) {
      this.#starts = doubled(this.#starts, Int32Array)
      this.#lengths = doubled(this.#lengths, Int32Array)
      this.#bounds = doubled(this.#bounds, Float64Array)
    }
    for (let at = this.#blocks; at > block; at--) this.#renumber(at - 1, at)
    this.#blocks++
    this.#starts[block] = start
    this.#lengths[block] = length
    this.#bounds[block] = bound
  }

  #drop(block: number): void {
    this.#free.push((this.#starts[block] as number) & -BLOCK)
    this.#blocks--
    for (let at = block; at < this.#blocks; at++) this.#renumber(at + 1, at)
    this.#bounds[this.#blocks - 1] = Number.NEGATIVE_INFINITY
  }

  #renumber(from: number, to: number): void {
    this.#starts[to] = this.#starts[from] as number
    this.#lengths[to] = this.#lengths[from] as number
    this.#bounds[to] = this.#bounds[from] as number
  }

  #grow(): void {
    this.#keys = doubled(this.#keys, Float64Array)
    this.#sizes = doubled(this.#sizes, Float64Array)
    if (this.#texts !== null) this.#texts = doubled(this.#texts, Uint16Array)
  }
}

function doubled<T extends Float64Array | Int32Array | Uint16Array>(array: T, type: new (length: number) => T): T {
  const larger = new type(array.length * 2)
  larger.set(array)
  return larger
}
