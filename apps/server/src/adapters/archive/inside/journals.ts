import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Archive, History, HistoryPoint, HistoryQuestion } from '../../../app/ports/market/archive.ts'
import type { LifetimeSource } from '../../../app/ports/market/market-source.ts'
import { journalFolder, OPEN, READY } from '../history-journal.ts'
import { dayOf, historyPoint, lineStart } from '../history-line.ts'

/** Tries to open a listed file, at most: a file is renamed once and becomes a segment once. */
const MOST_TRIES = 5

export const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A file of the journal; `name` is the name of its segment. */
export type JournalFile = { readonly name: string; readonly path: string; readonly isReady: boolean }

export async function journalFiles(dataDir: string, source: LifetimeSource): Promise<readonly JournalFile[]> {
  const folder = journalFolder(dataDir, source)
  const names = await readdir(folder).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
  return names
    .filter((name) => name.endsWith(READY))
    .sort()
    .map((name) => {
      const isReady = !name.endsWith(OPEN)
      return { name: name.slice(0, -(isReady ? READY : OPEN).length), path: join(folder, name), isReady }
    })
}

/** Makes segments of ready files, and removes each file once its segment is stored; returns their number. */
export async function packJournals(archive: Archive, dataDir: string, source: LifetimeSource): Promise<number> {
  let packed = 0
  for (const { name, path, isReady } of await journalFiles(dataDir, source)) {
    if (!isReady) continue
    await archive.write({ source, name, file: path })
    await rm(path, { force: true })
    packed++
  }
  return packed
}

/** The history in the archive and in the journal, joined. */
export async function wholeHistory(archive: Archive, dataDir: string, question: HistoryQuestion): Promise<History> {
  // The journal first: a file that becomes a segment meanwhile is then read twice rather than not at all.
  const recent = await pointsInJournal(dataDir, question)
  const kept = await archive.history(question)
  return recent.length === 0 ? kept : joined(kept, recent, question)
}

async function pointsInJournal(dataDir: string, question: HistoryQuestion): Promise<readonly HistoryPoint[]> {
  for (let tries = 1; ; tries++) {
    const points: HistoryPoint[] = []
    try {
      for (const file of await journalFiles(dataDir, question.source)) {
        const day = file.name.slice(0, 10)
        if (day < dayOf(question.from) || day > dayOf(question.to)) continue
        for await (const point of pointsIn(file.path, question)) points.push(point)
      }
      return points
    } catch (error) {
      // The file was renamed or became a segment before it was opened: the folder is listed anew.
      if (!isMissing(error) || tries === MOST_TRIES) throw error
    }
  }
}

async function* pointsIn(path: string, { route, from, to }: HistoryQuestion): AsyncGenerator<HistoryPoint> {
  const start = lineStart(route)
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    if (!line.startsWith(start)) continue
    const point = readLine(line)
    if (point !== null && point.t >= from && point.t < to) yield point
  }
}

/** Parses a line; null for a line that a crash tore. */
function readLine(line: string): HistoryPoint | null {
  try {
    return historyPoint(JSON.parse(line) as Record<string, unknown>)
  } catch {
    return null
  }
}

/**
 * Joins the points of archive and journal, and thins them as the archive does: the last point of every event in each
 * slot.
 */
function joined(kept: History, recent: readonly HistoryPoint[], { to, slots }: HistoryQuestion): History {
  const all = [...kept.points, ...recent].sort((a, b) => a.t - b.t)
  const first = all[0]?.t ?? to
  const slot = Math.max(1, Math.ceil((to - first) / slots))
  const last = new Map<string, HistoryPoint>()
  for (const point of all) last.set(`${Math.floor((point.t - first) / slot)} ${point.event}`, point)
  return { recorded: kept.recorded + recent.length, points: [...last.values()].sort((a, b) => a.t - b.t) }
}
