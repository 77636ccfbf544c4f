import type { StreamEventName } from '@makas/contract'
import type { PublishedRow } from '../../app/engine-protocol/state.ts'
import { type ListView, rowsJson } from '../presenters/market-view.ts'

/** An SSE comment: keeps the connection and every proxy on its way open. */
export const HEARTBEAT = Buffer.from(':\n\n')

/** One server-sent event. `data` is JSON text, which holds no line break. */
function event(name: StreamEventName, id: string, data: string): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${name}\ndata: ${data}\n\n`)
}

export function snapshotEvent(version: string, view: ListView): Buffer {
  const head = `{"version":"${version}","as_of":"${view.asOf}","source":"${view.source}"`
  return event('snapshot', version, `${head},"rows":${rowsJson(view.rows, view.time)}}`)
}

export function deltaEvent(
  version: string,
  { asOf, time }: Pick<ListView, 'asOf' | 'time'>,
  upsert: readonly PublishedRow[],
  remove: readonly string[],
): Buffer {
  const head = `{"version":"${version}","as_of":"${asOf}"`
  return event('delta', version, `${head},"upsert":${rowsJson(upsert, time)},"remove":${JSON.stringify(remove)}}`)
}

/** Carries the version of the list that its viewer has by then: a viewer that resumes from it misses no list event. */
export const statusEvent = (version: string, text: string): Buffer => event('status', version, text)

/** The last event of a stream: reconnect after `retryMs`. */
export const farewell = (retryMs: number): Buffer => Buffer.from(`retry: ${retryMs}\n\n`)
