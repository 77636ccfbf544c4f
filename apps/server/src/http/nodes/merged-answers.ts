import { Lifetimes, type ModeLifetime } from '@makas/contract'
import { type AssetId, add, rowNumber } from '@makas/domain'
import type { Valuation } from '../../app/engine-protocol/state.ts'
import { MOST_POINTS, MOST_ROUTES } from '../../app/market/engine/answers/lifetimes-answer.ts'
import type { PaperQuote } from '../../app/ports/trading/paper.ts'
import type { HeldCoins } from '../../app/ports/trading/wallets.ts'
import type { EngineEvidence } from '../engine/engine-supervisor.ts'

/** The answers of several shards to one question; null for a shard that does not answer. */
export type Answers<T> = readonly (T | null)[]

const SCALE = 1e8

/** `found` where one shard found the row; `closed` only if all shards said so. */
export function mergedEvidence(answers: Answers<EngineEvidence>): EngineEvidence {
  const found = answers.find((one) => one?.kind === 'found')
  if (found !== undefined && found !== null) return found
  const isClosed = answers.length > 0 && answers.every((one) => one?.kind === 'closed')
  return { kind: isClosed ? 'closed' : 'unavailable' }
}

/** The quote of the shard that has the row; `closed` only if all shards said so, null if one did not answer. */
export function mergedQuote(answers: Answers<PaperQuote>): PaperQuote | null {
  const known = answers.flatMap((one) => (one === null || one.kind === 'closed' ? [] : [one]))
  if (known[0] !== undefined) return known[0]
  return answers.length > 0 && answers.every((one) => one !== null) ? { kind: 'closed' } : null
}

/**
 * Each coin at its own shard's value, or else at any other shard's: a currency may be the quote of another shard's
 * books. The total is rounded once.
 */
export function mergedValuation(
  answers: Answers<Valuation>,
  held: readonly HeldCoins[],
  shardOf: (coin: AssetId) => number,
): Valuation | null {
  const known = answers.map((one) => (one?.kind === 'valued' ? (one.exact ?? null) : null))
  if (known.every((values) => values === null)) return answers.find((one) => one?.kind === 'other-market') ?? null
  const exact = held.map(({ asset }, at) => {
    const own = known[shardOf(asset)]?.[at] ?? null
    return own ?? known.map((one) => one?.[at] ?? null).find((value) => value !== null) ?? null
  })
  const some = exact.filter((value) => value !== null)
  return {
    kind: 'valued',
    values: exact.map((value) => (value === null ? null : rowNumber(value))),
    total: some.length === 0 ? null : rowNumber(some.reduce(add)),
  }
}

type PersonalRow = {
  readonly id: string
  readonly net_roi: number
  readonly age_ms: number
  readonly expires_in_ms: number
}

/**
 * All rows in the order of one engine (`personalRows`); null where no shard answers. `waitedMs[i]`: how long answer i
 * waited for the others, ms. Rows are aged by that time, and rows past their limit are left out.
 */
export function mergedPersonal(answers: Answers<string>, waitedMs: readonly number[] = []): string | null {
  if (answers.every((one) => one === null)) return null
  const rows = answers.flatMap((text, at) =>
    text === null ? [] : agedRows(JSON.parse(text) as PersonalRow[], waitedMs[at] ?? 0),
  )
  return JSON.stringify(rows.sort((a, b) => b.net_roi - a.net_roi || (a.id < b.id ? -1 : 1)))
}

function agedRows(rows: readonly PersonalRow[], ms: number): readonly PersonalRow[] {
  if (ms <= 0) return rows
  return rows
    .map((row) => ({ ...row, age_ms: row.age_ms + ms, expires_in_ms: row.expires_in_ms - ms }))
    .filter(({ expires_in_ms }) => expires_in_ms > 0)
}

/**
 * Merges the curves. A route belongs to one shard. A mode's curve is the mean of the shards' curves, weighed by their
 * episodes. It is exact where no episode is censored, else an estimate.
 */
export function mergedLifetimes(answers: Answers<string>): string | null {
  const all = answers.flatMap((one) => (one === null ? [] : [Lifetimes.parse(JSON.parse(one))]))
  const [first] = all
  if (first === undefined) return null
  const routes = all
    .flatMap((one) => one.routes)
    .sort((a, b) => b.ended - a.ended || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_ROUTES)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const modes = first.modes.map(({ mode }) =>
    mergedMode(all.flatMap((one) => one.modes.filter((m) => m.mode === mode))),
  )
  const as_of = all.map((one) => one.as_of).reduce((newest, one) => (one > newest ? one : newest))
  return JSON.stringify({ source: first.source, as_of, modes, routes })
}

function mergedMode(parts: readonly ModeLifetime[]): ModeLifetime {
  const total = (count: (part: ModeLifetime) => number) => parts.reduce((sum, part) => sum + count(part), 0)
  const episodes = total((part) => part.episodes)
  const survival = mergedSurvival(parts, episodes)
  const bins = new Map<number, ModeLifetime['reliability'][number][]>()
  for (const bin of parts.flatMap(({ reliability }) => reliability))
    bins.set(bin.from, [...(bins.get(bin.from) ?? []), bin])
  const scored = ({ reliability }: ModeLifetime) => reliability.reduce((sum, { n }) => sum + n, 0)
  const forecasts = total(scored)
  return {
    mode: (parts[0] as ModeLifetime).mode,
    episodes,
    ended: total((part) => part.ended),
    censored: total((part) => part.censored),
    median_ms: survival.find(({ share }) => share <= 0.5)?.ms ?? null,
    survival: thinned(survival),
    // A row is `measured` only where its shard's curve is.
    basis: parts.some(({ basis }) => basis === 'measured') ? 'measured' : 'prior',
    brier: forecasts === 0 ? null : rounded(total((part) => (part.brier ?? 0) * scored(part)) / forecasts),
    reliability: [...bins.values()].sort(([a], [b]) => (a?.from ?? 0) - (b?.from ?? 0)).map(mergedBin),
  }
}

function mergedSurvival(parts: readonly ModeLifetime[], episodes: number): ModeLifetime['survival'] {
  const times = [...new Set(parts.flatMap(({ survival }) => survival.map(({ ms }) => ms)))].sort((a, b) => a - b)
  const at = parts.map(() => 0)
  return times.map((ms) => {
    let share = 0
    for (const [part, { survival, episodes: weight }] of parts.entries()) {
      while ((survival[at[part] ?? 0]?.ms ?? Number.POSITIVE_INFINITY) <= ms) at[part] = (at[part] ?? 0) + 1
      share += ((survival[(at[part] ?? 0) - 1]?.share ?? 1) * weight) / episodes
    }
    return { ms, share: rounded(Math.min(1, share)) }
  })
}

/** Points of a curve evenly spread over its falls, the last one included. */
function thinned(survival: ModeLifetime['survival']): ModeLifetime['survival'] {
  const wanted = Math.min(MOST_POINTS.mode, survival.length)
  const places = Array.from({ length: wanted }, (_, point) => Math.ceil(((point + 1) * survival.length) / wanted) - 1)
  return places.flatMap((at) => survival[at] ?? [])
}

function mergedBin(bins: readonly ModeLifetime['reliability'][number][]): ModeLifetime['reliability'][number] {
  const n = bins.reduce((sum, bin) => sum + bin.n, 0)
  const mean = (of: (bin: ModeLifetime['reliability'][number]) => number) =>
    rounded(bins.reduce((sum, bin) => sum + of(bin) * bin.n, 0) / n)
  const { from, to } = bins[0] as ModeLifetime['reliability'][number]
  return { from, to, n, predicted: mean(({ predicted }) => predicted), observed: mean(({ observed }) => observed) }
}

/** Rounds a share: more digits of an estimate would be noise. */
const rounded = (share: number) => Math.round(share * SCALE) / SCALE
