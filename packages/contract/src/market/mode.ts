import { Count } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'

/** The three ways to earn from a spread, in the order the site lists them. */
export const MODES = ['spot', 'carry', 'tri'] as const
export const Mode = z.enum(MODES)
export type Mode = z.infer<typeof Mode>

/** Number of rows of each mode. */
export const CountByMode = z.object({ spot: Count, carry: Count, tri: Count })
