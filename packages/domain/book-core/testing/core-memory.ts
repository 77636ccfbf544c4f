import { constant, doubles, frameArea, listColumns, registerSymbol, renew, words } from '../../src/book/core.ts'
import { BOOK_CORE, type CoreConstant } from '../../src/book/core-bytes.ts'

/** The part of WebAssembly that is used here, declared because tests are typed for no browser. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

/** A core with a memory of its own, which a test may fill without touching that of other tests. */
export const separateCore = (): { openShape(steps: number): number } =>
  new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(BOOK_CORE, 'base64'))).exports as {
    openShape(steps: number): number
  }

/** Reading and writing the core's memory by the names that it gives to offsets. */
export const doubleAt = (at: number, name: CoreConstant): number => doubles[(at + constant(name)) >> 3] as number
export const wordAt = (at: number, name: CoreConstant): number => words[(at + constant(name)) >> 2] as number

export const doublesFrom = (at: number, name: CoreConstant, count: number): Float64Array => {
  const from = (at + constant(name)) >> 3
  return doubles.slice(from, from + count)
}

/** Unsigned 16-bit numbers. */
export function shortsFrom(at: number, name: CoreConstant, count: number): number[] {
  const from = at + constant(name)
  return Array.from({ length: count }, (_, place) => {
    const byte = from + place * 2
    return ((words[byte >> 2] as number) >>> ((byte & 2) * 8)) & 0xffff
  })
}

export function setDouble(at: number, name: CoreConstant, value: number): void {
  doubles[(at + constant(name)) >> 3] = value
}

export function setWord(at: number, name: CoreConstant, value: number): void {
  words[(at + constant(name)) >> 2] = value
}

/** Writes a text into the frame's memory, zeros behind it; returns its length. */
export function loadText(text: string, from = 0): number {
  const area = frameArea()
  for (let at = 0; at < text.length; at++) area[from + at] = text.charCodeAt(at)
  area.fill(0, from + text.length, from + text.length + 128)
  return text.length
}

export function registerName(symbols: number, name: string, book: number, host: number, otherName = ''): boolean {
  loadText(name)
  loadText(otherName, constant('GIVEN_OTHER_NAME'))
  const isEntered = registerSymbol(symbols, name.length, otherName.length, book, host) === 1
  renew()
  return isEntered
}

/** The first levels of a list of changes. */
export function listed(list: number, count: number): { price: number; size: number; text: number }[] {
  const { prices, sizes, texts } = listColumns(list)
  return Array.from({ length: count }, (_, at) => ({
    price: prices[at] as number,
    size: sizes[at] as number,
    text: texts[at] as number,
  }))
}

export function fillList(list: number, levels: readonly (readonly [price: number, size: number])[]): number {
  const { prices, sizes, texts } = listColumns(list)
  for (const [at, [price, size]] of levels.entries()) {
    prices[at] = price
    sizes[at] = size
    texts[at] = 0
  }
  return levels.length
}
