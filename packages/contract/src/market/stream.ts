import { IsoTime } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { OpportunityRows } from './row.ts'
import { AnswerSource } from './source.ts'

/** Identifies a state of the list; opaque to the browser, which sends it back as `Last-Event-ID`. */
export const StreamVersion = z.union([z.int().nonnegative(), z.string().min(1).max(64)])
export type StreamVersion = z.infer<typeof StreamVersion>

/** Event `snapshot`: the whole list; visitors get only these, one each 5 s. */
export const StreamSnapshot = z.object({
  version: StreamVersion,
  as_of: IsoTime,
  source: AnswerSource,
  rows: OpportunityRows,
})
export type StreamSnapshot = z.infer<typeof StreamSnapshot>

/** Event `delta` (live only): rows that are new or changed, and the ids of those that closed. */
export const StreamDelta = z.object({
  version: StreamVersion,
  as_of: IsoTime,
  upsert: OpportunityRows,
  remove: z.array(z.string()),
})
export type StreamDelta = z.infer<typeof StreamDelta>

/** Names of the server-sent events of `GET /api/stream`. The data of `status` is that of `/api/status`. */
export type StreamEventName = 'snapshot' | 'delta' | 'status'
