import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { auditLog } from '../schema/audit.ts'
import { momentOf, noteMoment } from './moments.ts'
import { DAY_MS } from './retention-rules.ts'

/** Name of the setting with the last moment at which the clocks agreed. */
export const CLOCKS_AGREED = 'retention-clock'
/** Name of the setting with the moment of an admin's word. */
const WORD = 'retention-word'
/** Lines that are younger than this may come from this start, by the clock that is in question, ms. */
const OWN_LINES_MS = 3_600_000
/** Number of rows of a table that may always go at once. */
const FEW = 100
/** The part of a table that may go at once. */
const MOST_SHARE = 1 / 5
const HOW_TO_ALLOW = 'where that is right, say `npm run admin -- retention`'

/** What tells whether the clock is right; moments in epoch ms. */
export type ClockFacts = {
  readonly now: number
  readonly database: number
  /** The exchanges' clocks minus ours, ms; empty where the process measures none. */
  readonly exchangeOffsets: readonly number[]
  /** Time of the audit log's last line; null: the log is empty. */
  readonly lastLine: number | null
  /**
   * When the clocks agreed last, or else the time of the newest line that an earlier start wrote; null: neither is
   * known.
   */
  readonly trusted: number | null
  readonly isAllowed: boolean
}

/**
 * Why the clock may be wrong by more than a day; null where it is right. The exchanges' clocks or an admin's word
 * explain a gap in what is stored. Nothing explains a difference between clocks.
 */
export function doubtAbout(facts: ClockFacts): string | null {
  const { now, database, exchangeOffsets, lastLine, trusted, isAllowed } = facts
  const ours = `this process's clock says ${text(now)}`
  if (Math.abs(database - now) > DAY_MS) return `${ours}, the database's ${text(database)}`
  const off = exchangeOffsets.find((offset) => Math.abs(offset) > DAY_MS)
  if (off !== undefined) return `${ours}, an exchange's ${text(now + off)}`
  if (isAllowed || exchangeOffsets.length > 0) return null
  if (lastLine !== null && lastLine > now + DAY_MS)
    return `${ours}, and the audit log's last line is of ${text(lastLine)}: ${HOW_TO_ALLOW}`
  // The next look comes a day after the last.
  if (trusted !== null && Math.abs(now - trusted - DAY_MS) > DAY_MS)
    return `${ours}, and was last known to be right at ${text(trusted)}: ${HOW_TO_ALLOW}`
  return null
}

/** Rows of a kind that would be destroyed, and all rows of its table. */
export type Due = { readonly kind: string; readonly due: number; readonly all: number }

/** Why so many rows must not be destroyed at once; null where they may. */
export function excessOf(kinds: readonly Due[]): string | null {
  const found = kinds.filter(({ due, all }) => due > FEW && due > all * MOST_SHARE)
  if (found.length === 0) return null
  const parts = found.map(({ kind, due, all }) => `${due} of ${all} rows of ${kind}`)
  return `${parts.join(', ')} would be destroyed at once: ${HOW_TO_ALLOW}`
}

export type Witnesses = {
  readonly exchangeOffsets: () => readonly number[]
  /** The database's clock; tests set another. */
  readonly databaseNow?: (database: Database) => Promise<number>
}

/** Why the clock may be wrong; null where it is right. */
export async function clockDoubt(
  database: Database,
  now: number,
  { exchangeOffsets, databaseNow = clockOf }: Witnesses,
): Promise<string | null> {
  const { lastLine, newest } = await linesOf(database, now)
  const trusted = (await momentOf(database, CLOCKS_AGREED)) ?? newest
  const facts = { now, database: await databaseNow(database), exchangeOffsets: exchangeOffsets() }
  return doubtAbout({ ...facts, lastLine, trusted, isAllowed: await hasWord(database, now) })
}

/**
 * Uses up an admin's word. @throws with a sentence for the operator, where the clock is in doubt or too much would be
 * destroyed at once
 */
export async function refuseInDoubt(
  database: Database,
  now: number,
  witnesses: Witnesses,
  due: () => Promise<readonly Due[]>,
): Promise<void> {
  const doubt = await clockDoubt(database, now, witnesses)
  if (doubt !== null) throw new Error(`nothing was destroyed: ${doubt}`)
  await noteMoment(database, CLOCKS_AGREED, now)
  const isAllowed = await hasWord(database, now)
  const excess = isAllowed ? null : excessOf(await due())
  if (excess !== null) throw new Error(`nothing was destroyed: ${excess}`)
  // Epoch 0 allows nothing.
  if (isAllowed) await noteMoment(database, WORD, 0)
}

async function hasWord(database: Database, now: number): Promise<boolean> {
  const word = await momentOf(database, WORD)
  return word !== null && Math.abs(now - word) <= DAY_MS
}

/**
 * Stores an admin's word that the clock is right, and that all old rows may go, however many. It counts once, within a
 * day.
 */
export const allowRetention = (database: Database, now: number): Promise<void> => noteMoment(database, WORD, now)

async function clockOf(database: Database): Promise<number> {
  const { rows } = await database.run((statements) =>
    statements.execute<{ now: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as now`),
  )
  return Number(rows[0]?.now)
}

/** Times of the audit log's last line, and of the newest line that an earlier start wrote. */
async function linesOf(database: Database, now: number) {
  const { seq, at } = auditLog
  const { rows } = await database.run((statements) =>
    statements.execute<{ last: string | null; newest: string | null }>(sql`
      select (select extract(epoch from ${at}) * 1000 from ${auditLog} order by ${seq} desc limit 1) as last,
        (select extract(epoch from max(${at})) * 1000 from ${auditLog}
          where ${at} < ${new Date(now - OWN_LINES_MS)}) as newest`),
  )
  const momentIn = (value: string | null | undefined) => (value == null ? null : Number(value))
  return { lastLine: momentIn(rows[0]?.last), newest: momentIn(rows[0]?.newest) }
}

const text = (at: number) => new Date(at).toISOString()
