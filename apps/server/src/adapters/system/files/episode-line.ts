import { CENSORS, type Censor, type EpisodeEnd, type FinishedEpisode, MODES, parseDecimal } from '@makas/domain'

/** Characters of an id, and entries of a path, at most: ours are shorter (packages/contract). */
const MOST_ID = 128
const MOST_NOTES = 100
/** Latest time accepted, epoch ms: twice as much is still exact in a double. */
const LAST_TIME = 4e15

/** An episode as one line of JSON: times in epoch ms, returns in percent, the size exact. */
export function episodeLine({ end, forecast, ...episode }: FinishedEpisode): string {
  return JSON.stringify({
    route: episode.route,
    mode: episode.mode,
    opened_at: episode.openedAt,
    closed_at: episode.closedAt,
    end: end.kind,
    why: end.kind === 'censored' ? end.why : null,
    size: episode.size,
    path: episode.path,
    max_roi: episode.maxRoi,
    last_roi: episode.lastRoi,
    latency_ms: forecast.latencyMs,
    forecast: forecast.share,
    basis: forecast.basis,
  })
}

/** Parses a line; null for any other text. Fields that an older version did not write may be absent. */
export function parseEpisode(line: string): FinishedEpisode | null {
  const value = parsed(line)
  if (value === null) return null
  const { route, mode: modeText, opened_at: openedAt, closed_at: closedAt, size, path, basis } = value
  const { max_roi: maxRoi, last_roi: lastRoi, latency_ms: latencyMs, forecast: share } = value
  const mode = MODES.find((one) => one === modeText)
  const end = endOf(value.end, value.why)
  if (typeof route !== 'string' || route === '' || route.length > MOST_ID || mode === undefined || end === null)
    return null
  if (!isTime(openedAt) || !isTime(closedAt) || closedAt < openedAt) return null
  if (typeof size !== 'string' || !isSize(size) || !isPath(path) || !isNumber(maxRoi) || !isNumber(lastRoi)) return null
  if (!isNumber(latencyMs) || latencyMs < 0 || !isNumber(share) || share < 0 || share > 1) return null
  if (basis !== 'prior' && basis !== 'measured') return null
  return { route, mode, openedAt, closedAt, end, size, path, maxRoi, lastRoi, forecast: { share, basis, latencyMs } }
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

function endOf(kind: unknown, why: unknown): EpisodeEnd | null {
  if (kind === 'ended') return { kind }
  const censor: Censor | undefined = CENSORS.find((one) => one === why)
  return kind === 'censored' && censor !== undefined ? { kind, why: censor } : null
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Whole ms since the epoch. */
const isTime = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LAST_TIME

/** A decimal, or a fraction of two whole numbers. */
function isSize(text: string): boolean {
  const parts = text.split('/')
  return parts.length <= 2 && parts.every((part) => parseDecimal(part) !== null)
}

function isPath(value: unknown): value is FinishedEpisode['path'] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_NOTES) return false
  return value.every((note: unknown) => Array.isArray(note) && note.length === 2 && note.every(isNumber))
}
