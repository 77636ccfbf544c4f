import type { StreamEventName } from '@makas/contract'
import type { PublishedRow } from '../../app/engine-protocol/state.ts'
import type { ListView } from '../presenters/market-view.ts'

/** A comment: keeps the connection and every proxy on its way awake. */
export const HEARTBEAT = Buffer.from(':\n\n')

const rowsOf = (rows: readonly PublishedRow[]) => `[${rows.map((row) => row.json).join(',')}]`

/** One server-sent event. `data` is JSON text, which holds no line break. */
function event(name: StreamEventName, id: string | null, data: string): Buffer {
  return Buffer.from(`${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`)
}

export function snapshotEvent(version: string, view: ListView): Buffer {
  const head = `{"version":"${version}","as_of":"${view.asOf}","source":"${view.source}"`
  return event('snapshot', version, `${head},"rows":${rowsOf(view.rows)}}`)
}

export function deltaEvent(
  version: string,
  asOf: string,
  upsert: readonly PublishedRow[],
  remove: readonly string[],
): Buffer {
  const head = `{"version":"${version}","as_of":"${asOf}"`
  return event('delta', version, `${head},"upsert":${rowsOf(upsert)},"remove":${JSON.stringify(remove)}}`)
}

/** Carries no id of the list: a reader that resumes does so from the last list event. */
export const statusEvent = (text: string): Buffer => event('status', null, text)

/** The last words to a reader: come back after so many milliseconds. */
export const farewell = (retryMs: number): Buffer => Buffer.from(`retry: ${retryMs}\n\n`)
