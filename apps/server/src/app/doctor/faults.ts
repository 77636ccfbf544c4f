import type { ExchangeId, MarketKind } from '@makas/domain'
import { MOST_SKEW_MS } from '../ports/market/book-feed.ts'
import type { ExchangeFindings, ListFindings, RunFindings } from './findings.ts'

/** Share of book frames that no shape takes above which the exchange has changed its frames. */
const MOST_UNUSUAL = 0.1
/** Share of a list's entries below which its reader no longer understands them. */
const LEAST_READ = 0.25
/** A list is doubtful if it is this many times as long, or as short, as another count of the same instruments. */
const MANY_TIMES = 1.7
/** Share of trading instruments without a price above which list and tickers speak of different markets. */
const MOST_UNPRICED = 0.4
/** Entries below which a list is too short for shares. */
const FEW = 10
/** Shares of wrong checksums, lost books and quiet books, above which they are more than single losses. */
const MOST_WRONG = 0.001
const MOST_LOST = 0.2
const MOST_QUIET = 0.5
/** Median age of the books above which they come late, ms. */
const LATE_MS = 2_000

/** Refusals that say something of a request or of single instruments, not of the protocol. */
const MILD: ReadonlySet<string> = new Set(['bad-mark', 'error-body'])
const UNKNOWN = 'unknown-message'

const FAULT_CODES = [
  'dns',
  'tls',
  'region-refused',
  'forbidden',
  'banned',
  'too-many-requests',
  'maintenance',
  'unreachable',
  'clock-skew',
  'clock-unknown',
  'list-missing',
  'list-unread',
  'list-fields',
  'list-size',
  'nothing-wanted',
  'subscriptions-refused',
  'books-unproven',
  'books-silent',
  'books-quiet',
  'books-late',
  'frames-refused',
  'frames-unknown',
  'frames-meaningless',
  'frames-unusual',
  'marks-missing',
  'checksums-wrong',
  'books-lost',
  'reconnects',
  'worse-together',
  'key-refused',
  'key-unreachable',
  'key-moves-money',
] as const
export type FaultCode = (typeof FAULT_CODES)[number]

/** Something wrong at an exchange. `note`: worth knowing, but the exchange works. */
export type Fault = {
  readonly exchange: ExchangeId
  readonly code: FaultCode
  readonly level: 'fault' | 'note'
  readonly market?: MarketKind
  /** What shows the fault: counts, names, the exchange's own words. */
  readonly evidence: string
  /** The text of a frame that shows the fault. */
  readonly example?: string
}

type Found = Omit<Fault, 'exchange'>

/** Faults of the way to an exchange. While there is such a fault, missing texts are no news. */
const OF_THE_WAY: ReadonlySet<FaultCode> = new Set(FAULT_CODES.slice(0, FAULT_CODES.indexOf('unreachable') + 1))
/** Faults that only say that something did not come. */
const CONSEQUENCES: ReadonlySet<FaultCode> = new Set([
  'clock-unknown',
  'list-missing',
  'nothing-wanted',
  'books-unproven',
  'books-silent',
  'books-quiet',
  'marks-missing',
  'reconnects',
  'worse-together',
  'key-unreachable',
])

/** Everything that is wrong at an exchange, the causes before what follows from them. */
export function faultsOf(findings: ExchangeFindings): readonly Fault[] {
  const { exchange, together } = findings
  const found = [
    ...ofTheWay(findings),
    ...ofTheClock(together),
    ...ofTheLists(findings),
    ...ofTheBooks(findings),
    ...ofTheFrames(together),
    ...ofTheKey(findings),
  ]
  const [cause] = found.filter(({ code, level }) => OF_THE_WAY.has(code) && level === 'fault')
  return found
    .filter(({ code }) => cause === undefined || !CONSEQUENCES.has(code))
    .sort((a, b) => FAULT_CODES.indexOf(a.code) - FAULT_CODES.indexOf(b.code))
    .map((one) => ({ exchange, ...one }))
}

const fault = (code: FaultCode, evidence: string, more: Partial<Found> = {}): Found => ({
  code,
  level: 'fault',
  evidence,
  ...more,
})
const percent = (share: number) => `${Math.round(share * 1_000) / 10} %`

function ofTheWay({ hosts, together, alone }: ExchangeFindings): Found[] {
  const failures = [...together.failures, ...(alone?.failures ?? [])]
  const unreached = hosts.filter(({ failure }) => failure !== null)
  const told = (reason: 'dns' | 'tls') =>
    unreached.filter(({ failure }) => failure?.reason === reason).map((one) => `${one.host}: ${one.failure?.detail}`)
  const evidenceOf = (lines: readonly string[]) => [...new Set(lines)].slice(0, 3).join('; ') || failures[0] || ''
  for (const reason of ['dns', 'tls'] as const) {
    if (told(reason).length > 0 || together.reason === reason) return [fault(reason, evidenceOf(told(reason)))]
  }
  const byStatus = (status: number) => failures.filter((line) => line.includes(`status ${status}`))
  const { reason, bannedUntil } = together
  const until = bannedUntil === null ? '' : `until ${new Date(bannedUntil).toISOString()}`
  if (reason === 'region-refused' || alone?.reason === 'region-refused') {
    return [fault('region-refused', evidenceOf([...byStatus(451), ...byStatus(403)]))]
  }
  if (byStatus(403).length > 0) return [fault('forbidden', evidenceOf(byStatus(403)))]
  if (reason === 'banned' || byStatus(418).length > 0) {
    return [fault('banned', [until, evidenceOf(byStatus(418))].filter(Boolean).join('; '))]
  }
  if (reason === 'too-many-requests' || together.bans + (alone?.bans ?? 0) > 0) {
    return [fault('too-many-requests', [until, evidenceOf(byStatus(429))].filter(Boolean).join('; '))]
  }
  if (reason === 'maintenance') return [fault('maintenance', evidenceOf([]))]
  const down = unreached.map(({ host, failure }) => `${host}: ${failure?.detail}`)
  if (reason === 'unreachable' || down.length > 0) return [fault('unreachable', evidenceOf([...down, ...failures]))]
  return []
}

function ofTheClock({ clockOffsetMs }: RunFindings): Found[] {
  if (clockOffsetMs === null) return [fault('clock-unknown', '', { level: 'note' })]
  const offset = `${clockOffsetMs > 0 ? '+' : ''}${Math.round(clockOffsetMs / 100) / 10} s`
  return Math.abs(clockOffsetMs) > MOST_SKEW_MS ? [fault('clock-skew', offset)] : []
}

function ofTheLists({ alone, together: { lists, failures, reason } }: ExchangeFindings): Found[] {
  const listFailures = failures.filter((line) => line.startsWith('feed.list-failed'))
  const missing = lists.length === 0 || reason === 'instruments-unavailable'
  return [
    ...(missing ? [fault('list-missing', listFailures[0] ?? '')] : []),
    ...lists.flatMap((list) => {
      const first = alone?.lists.find(({ market }) => market === list.market)?.entries ?? null
      return ofTheList(list, list.before ?? first)
    }),
  ]
}

/**
 * @param before number of entries of the list before, or of the list of the run with this exchange alone; null:
 * unknown.
 */
function ofTheList(list: ListFindings, before: number | null): Found[] {
  const { market, entries, read, trading, repeated, withoutSteps, withoutPrice } = list
  const doubts = [
    ...(repeated > 0 ? [`${repeated} of ${read} names repeated`] : []),
    ...(isOtherSize(entries, before) ? [`${entries} entries, ${before} before`] : []),
    ...(withoutPrice !== null && trading >= FEW && withoutPrice > trading * MOST_UNPRICED
      ? [`${withoutPrice} of ${trading} trading instruments have no price`]
      : []),
  ]
  const isUnread = entries >= FEW && read < entries * LEAST_READ
  return [
    ...(entries === 0 ? [fault('list-missing', `${market}: 0 entries`, { market })] : []),
    ...(isUnread ? [fault('list-unread', `${read} of ${entries} entries`, { market })] : []),
    ...(trading > 0 && withoutSteps > trading / 2
      ? [fault('list-fields', `${withoutSteps} of ${trading} trading instruments`, { market })]
      : []),
    ...(doubts.length > 0 ? [fault('list-size', doubts.join('; '), { market })] : []),
  ]
}

const isOtherSize = (entries: number, before: number | null): boolean =>
  before !== null &&
  Math.max(entries, before) >= FEW &&
  (entries > before * MANY_TIMES || before > entries * MANY_TIMES)

function ofTheBooks({ together, alone }: ExchangeFindings): Found[] {
  const { subscriptions, books, checksums, gaps, resyncs, ages, reconnects, marks, failures } = together
  const { wanted, refused, unconfirmed } = subscriptions
  const silent = books.differing.count + unconfirmed
  const silentNames = [...books.differing.examples, ...(unconfirmed > 0 ? books.unproven.examples : [])]
  const checked = checksums.right + checksums.wrong
  const silentConnection = failures.some((line) => line.includes('no book of this connection moved'))
  // The loss of a connection loses all its books; these losses are no gaps.
  const isOften = gaps > wanted * MOST_LOST || resyncs > wanted
  const examples = (names: { readonly examples: readonly string[] }) => names.examples.join(', ')
  return [
    ...(wanted === 0 ? [fault('nothing-wanted', '')] : []),
    ...(refused > 0 ? [fault('subscriptions-refused', `${refused} of ${wanted}`)] : []),
    ...(books.unproven.count > 0
      ? [fault('books-unproven', `${books.unproven.count} of ${wanted}: ${examples(books.unproven)}`)]
      : []),
    ...(silent > 0 || silentConnection ? [fault('books-silent', silentNames.join(', ') || 'a whole connection')] : []),
    ...(books.tooOld.count > 0
      ? [
          fault('books-quiet', `${books.tooOld.count} of ${wanted}: ${examples(books.tooOld)}`, {
            level: books.tooOld.count > wanted * MOST_QUIET ? 'fault' : 'note',
          }),
        ]
      : []),
    ...(ages.p50 !== null && ages.p50 > LATE_MS ? [fault('books-late', `${Math.round(ages.p50)} ms`)] : []),
    ...(checksums.wrong > 0
      ? [
          fault('checksums-wrong', `${checksums.wrong} of ${checked}`, {
            level: checksums.wrong > checked * MOST_WRONG ? 'fault' : 'note',
          }),
        ]
      : []),
    ...(gaps > 0 || resyncs > 0
      ? [
          fault('books-lost', `${gaps} gaps, ${resyncs} resyncs`, {
            level: isOften ? 'fault' : 'note',
          }),
        ]
      : []),
    ...(reconnects > 0 ? [fault('reconnects', `${reconnects}`, { level: 'note' })] : []),
    ...(marks.came < marks.wanted / 2 ? [fault('marks-missing', `${marks.came} of ${marks.wanted}`)] : []),
    ...(alone !== null && alone.books.proven > 0 && books.proven === 0
      ? [fault('worse-together', `${alone.books.proven} proven alone, none together`)]
      : []),
  ]
}

function ofTheFrames({ frames }: RunFindings): Found[] {
  const refused = Object.entries(frames.refused).map(([why, { count, share, example }]) =>
    fault(why === UNKNOWN ? 'frames-unknown' : 'frames-refused', `${why}: ${count} (${percent(share)})`, {
      level: MILD.has(why) ? 'note' : 'fault',
      example,
    }),
  )
  const { count, share, example } = frames.unusual
  return [
    ...refused,
    ...frames.meaningless.map((one) =>
      fault('frames-meaningless', `${one.count}`, { level: 'note', example: one.example }),
    ),
    ...(share > MOST_UNUSUAL ? [fault('frames-unusual', `${count} (${percent(share)})`, { example })] : []),
  ]
}

function ofTheKey({ key }: ExchangeFindings): Found[] {
  if (key === null) return []
  if (key.kind === 'refused') return [fault('key-refused', key.why)]
  if (key.kind === 'unreachable') return [fault('key-unreachable', key.why)]
  return key.mayMoveMoneyOut ? [fault('key-moves-money', '')] : []
}
