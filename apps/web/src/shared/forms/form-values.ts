import { parts } from '../../text/frame/parts.ts'
import { typedNumber, typedText, UNREADABLE } from '../format/typed-number.ts'
import type { Problems } from './problems.ts'

/** Initial value of a field. Its type decides the value's type: text, yes or no, or number (null: empty). */
export type Start = string | boolean | number | null

/** The values of a form: text for each name, or the type of the initial value. */
export type Values<N extends string, S> = {
  readonly [K in N]: K extends keyof S
    ? [S[K]] extends [boolean]
      ? boolean
      : [S[K]] extends [string]
        ? string
        : number | null
    : string
}

/** Contents of the controls: text as typed, or yes and no. */
export type RawValues = Record<string, string | boolean>

/** Initial contents of the controls. */
export function rawStart(names: readonly string[], start: Readonly<Record<string, Start | undefined>>): RawValues {
  return Object.fromEntries(
    names.map((name) => {
      const value = start[name] ?? ''
      return [name, typeof value === 'number' ? typedText(value) : value]
    }),
  )
}

/** The values of the controls, and the names of those that cannot be read. */
export function readRaw(names: readonly string[], start: Readonly<Record<string, Start | undefined>>, raw: RawValues) {
  const values: Record<string, Start> = {}
  const unreadable: Record<string, string> = {}
  for (const name of names) {
    const held = raw[name] ?? ''
    const kind = start[name]
    if ((typeof kind !== 'number' && kind !== null) || typeof held !== 'string') {
      values[name] = held
      continue
    }
    const number = typedNumber(held)
    values[name] = number === UNREADABLE ? null : number
    if (number === UNREADABLE) unreadable[name] = parts.notANumber
  }
  return { values, unreadable: unreadable satisfies Problems<string> }
}
