import type { HistoryPoint, HistoryRecord } from '../../app/ports/market/archive.ts'

/** A point as a JSON line, named as the archive's columns. `route` comes first, so that a route is found fast. */
export function historyLine(point: HistoryRecord): string {
  return JSON.stringify({
    route: point.route,
    t: point.t,
    mode: point.mode,
    event: point.event,
    reason: point.reason,
    net_return: point.netReturn,
    net_pnl: point.netPnl,
    size: point.size,
    age_ms: point.ageMs,
    evidence_hash: point.evidenceHash,
    row: point.row,
    best: point.best,
  })
}

/** The point of a line, or of a row of the archive: both have the same fields. */
export const historyPoint = (fields: Readonly<Record<string, unknown>>): HistoryPoint => ({
  t: Number(fields.t),
  event: fields.event as HistoryPoint['event'],
  reason: fields.reason as string | null,
  netReturn: fields.net_return as number | null,
  netPnl: Number(fields.net_pnl),
  size: Number(fields.size),
  ageMs: Number(fields.age_ms),
  evidenceHash: String(fields.evidence_hash),
})

/** The beginning of every line of a route. */
export const lineStart = (route: string): string => `{"route":${JSON.stringify(route)},`

/** The route of a line; null for a line that a crash tore. */
export function lineRoute(line: string): string | null {
  const text = /^\{"route":("(?:[^"\\]|\\.)*"),/.exec(line)?.[1]
  return text === undefined ? null : (JSON.parse(text) as string)
}

/** The day of a point in UTC: `2026-11-23`. */
export const dayOf = (t: number): string => new Date(t).toISOString().slice(0, 10)

/** The archive's columns, as DuckDB reads them from lines. */
export const LINE_COLUMNS = `{
  route: 'VARCHAR', t: 'BIGINT', mode: 'VARCHAR', event: 'VARCHAR', reason: 'VARCHAR', net_return: 'DOUBLE',
  net_pnl: 'DOUBLE', size: 'DOUBLE', age_ms: 'BIGINT', evidence_hash: 'VARCHAR', "row": 'VARCHAR', best: 'VARCHAR'
}`
