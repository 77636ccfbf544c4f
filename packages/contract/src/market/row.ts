import { z } from '../calls/zod.ts'
import { CarryRow } from './carry-row.ts'
import type { Mode } from './mode.ts'
import { SpotRow } from './spot-row.ts'
import { TriRow } from './tri-row.ts'

/** A row of any mode, discriminated by `mode`. */
export const OpportunityRow = z.discriminatedUnion('mode', [SpotRow, CarryRow, TriRow])
export type OpportunityRow = z.infer<typeof OpportunityRow>

export const OpportunityRows = z.array(OpportunityRow)

/** The body of each mode's list call. */
export const LISTS = {
  spot: z.array(SpotRow),
  carry: z.array(CarryRow),
  tri: z.array(TriRow),
} as const satisfies Record<Mode, z.ZodType>
