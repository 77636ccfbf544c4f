import { BOOK_CORE, type CoreConstant } from './core-bytes.ts'

/**
 * The levels of all books lie in the memory of one WebAssembly module (source: `packages/domain/book-core`), which
 * scans numbers and changes books several times faster than JavaScript does: it has 64-bit words and 128-bit vectors,
 * so that most branches, which a processor would have to predict, become computations. It has no clock, no input and no
 * output.
 */

/** The part of WebAssembly that is used here, declared because the domain is typed for no platform. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}
declare const atob: (base64: string) => string

type Address = number
type Exports = Readonly<Record<CoreConstant, { readonly value: number }>> & {
  readonly memory: { readonly buffer: ArrayBuffer }
  nextRhythm(rhythm: number, interval: number): number
  usedBytes(): number
  openBook(keepsTexts: number): Address
  closeBook(book: Address): void
  openSide(sign: number, keepsTexts: number): Address
  closeSide(side: Address): void
  openShape(steps: number): Address
  openSymbolTable(): Address
  closeSymbolTable(symbols: Address): void
  registerSymbol(symbols: Address, length: number, otherLength: number, book: Address, host: number): number
  applyDelta(shape: Address, symbols: Address, length: number, now: number): number
  applySnapshot(shape: Address, symbols: Address, length: number, now: number): number
  clear(side: Address): void
  setLevels(side: Address, list: Address, count: number): void
  truncate(side: Address, depth: number): void
  rescale(side: Address, column: number, factor: number): number
  roomOf(side: Address): number
  levelAt(side: Address, rank: number): Address
  textAt(side: Address, rank: number): number
  scanPadded(at: number, list: Address, held: number, priceDecimals: number, sizeDecimals: number): number
  scanTexts(
    at: number,
    list: Address,
    held: number,
    priceDecimals: number,
    sizeDecimals: number,
    keepsTexts: number,
    ignored: number,
  ): number
  scanObjects(
    at: number,
    list: Address,
    held: number,
    priceDecimals: number,
    sizeDecimals: number,
    keepsTexts: number,
  ): number
  checksumOfPairs(
    state: number,
    bids: Address,
    asks: Address,
    covered: number,
    priceDecimals: number,
    sizeDecimals: number,
  ): number
  checksumOfDigits(
    state: number,
    first: Address,
    second: Address,
    covered: number,
    priceDecimals: number,
    sizeDecimals: number,
  ): number
}

const bytes = Uint8Array.from(atob(BOOK_CORE), (character) => character.charCodeAt(0))
const core = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as Exports
export const {
  roomOf,
  clear,
  closeBook,
  closeSymbolTable,
  closeSide,
  registerSymbol,
  applyDelta,
  applySnapshot,
  levelAt,
  nextRhythm,
  openBook,
  openSymbolTable,
  openShape,
  openSide,
  rescale,
  scanObjects,
  scanPadded,
  scanTexts,
  setLevels,
  checksumOfDigits,
  checksumOfPairs,
  textAt,
  truncate,
  usedBytes,
} = core

/**
 * A constant that the module exports: an offset, size or address in bytes, a kind, a flag. The module alone defines
 * them. Throws for a name that it does not export, where the name is first asked for.
 */
export function constant(name: CoreConstant): number {
  // The type does not prove that the compiled bytes export the name.
  const value: unknown = core[name]?.value
  if (typeof value !== 'number') throw new Error(`the core of the books does not export ${name}`)
  return value
}

/** An offset or address as an index of `doubles`, or of `words` (32 bits). */
export const inDoubles = (name: CoreConstant): number => aligned(name, 8)
export const inWords = (name: CoreConstant): number => aligned(name, 4)

function aligned(name: CoreConstant, bytes: number): number {
  const index = constant(name) / bytes
  if (!Number.isInteger(index)) throw new Error(`${name} of the core does not lie at a multiple of ${bytes} bytes`)
  return index
}

const FRAME = constant('FRAME')
const FRAME_BYTES = constant('FRAME_BYTES')
const LISTS_AT = constant('LISTS_AT')
const SCANNED_TO = inWords('SCANNED') + inWords('SCANNED_TO')
const SCANNED_LEVELS = inWords('SCANNED') + inWords('SCANNED_LEVELS')
const LIST_CAPACITY = constant('LIST_CAPACITY')
const LIST_SIZES = constant('LIST_SIZES')
const LIST_TEXTS = constant('LIST_TEXTS')
const LIST_BYTES = constant('LIST_BYTES')

/** Most bytes of a frame that the core reads. */
export const MOST_FRAME = constant('MOST_FRAME')

/** Age in ms above which no book may be read (`freshness.ts`). */
export const LATE_LIMIT_MS = constant('LATE_LIMIT_MS')

/** The whole memory as doubles and as 32-bit words; renewed by `renew`. */
export let doubles = new Float64Array(core.memory.buffer)
export let words = new Int32Array(core.memory.buffer)

/** Makes the views anew if the memory grew, which detaches them; to be called after each call that allocates. */
export function renew(): void {
  if (doubles.length > 0) return
  doubles = new Float64Array(core.memory.buffer)
  words = new Int32Array(core.memory.buffer)
}

/** A view of the memory of the frame to be scanned. It is empty once the memory has grown. */
export function frameArea(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(core.memory.buffer, FRAME, FRAME_BYTES)
}

/** The offset where the last scan ended, and the number of levels that the list had then. */
export function scannedTo(): number {
  return words[SCANNED_TO] as number
}

export function scannedLevels(): number {
  return words[SCANNED_LEVELS] as number
}

/** The list of changes that the core fills with bids; its list of asks follows. */
export const BID_LIST: Address = LISTS_AT
/** The list for changes that the core has not read. */
export const OTHER_LIST: Address = LISTS_AT + 2 * LIST_BYTES

/** Views of a list's columns; they are empty once the memory has grown. */
export function listColumns(list: Address) {
  const { buffer } = core.memory
  return {
    prices: new Float64Array(buffer, list, LIST_CAPACITY),
    sizes: new Float64Array(buffer, list + LIST_SIZES, LIST_CAPACITY),
    texts: new Uint16Array(buffer, list + LIST_TEXTS, LIST_CAPACITY),
  }
}
