import { z } from './zod.ts'

/** An exact amount as plain decimal text: no exponent, no leading plus, a dot before the fraction. */
export const DecimalText = z.string().regex(/^-?\d+(\.\d+)?$/)

/** An exact value: decimal text, or the fraction `"p/q"` in lowest terms where its decimals would not end. */
export const ExactText = z.string().regex(/^-?\d+(\.\d+|\/[1-9]\d*)?$/)

/** An instant as ISO 8601 text in UTC. */
export const IsoTime = z.iso.datetime()

/** A duration in milliseconds, never negative. */
export const Milliseconds = z.number().nonnegative()

/** A whole count, never negative. */
export const Count = z.int().nonnegative()
