import { byMode, MODES } from '@makas/domain'
import { Count } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'

export const Mode = z.enum(MODES)
export type Mode = z.infer<typeof Mode>

/** Number of rows of each mode. */
export const CountByMode = z.object(byMode(() => Count))
