import { EXCHANGE_TITLES, UNSEEN } from '@makas/domain'
import type { Fault } from '../../app/doctor/faults.ts'
import type { ExchangeFindings, KeyFindings, ListFindings, RunFindings } from '../../app/doctor/findings.ts'
import { ADVICE, faultCount, type Language, VERDICT_WORDS } from './doctor-text.ts'

/** Characters of an example in the report; `--json` has all that is kept. */
const EXAMPLE = 240

const row = (name: string, text: string): string => `  ${name.padEnd(16)}${text}`
const ms = (value: number | null): string => (value === null ? '-' : `${Math.round(value)} ms`)
const percent = (share: number): string => `${Math.round(share * 10_000) / 100} %`
/** Exchanges, and whoever stands between, choose these texts: they must not move a terminal's cursor. */
const printable = (text: string): string => text.replace(UNSEEN, '\ufffd')
const cut = (text: string): string => printable(text.length > EXAMPLE ? `${text.slice(0, EXAMPLE)}…` : text)

/** What was found at one exchange, as lines. */
export function findingLines({ exchange, hosts, alone, together, key }: ExchangeFindings): readonly string[] {
  return [
    `== ${EXCHANGE_TITLES[exchange]} ==`,
    ...hosts.map(({ host, addresses, lookupMs, connectMs, tls, failure }) => {
      const secured = tls === null ? 'no TLS' : `${tls.protocol} by ${tls.issuer}, until ${tls.validUntil}`
      const reached =
        failure === null ? `connected ${ms(connectMs)}, ${secured}` : `${failure.reason}: ${failure.detail}`
      return row('host', `${host} → ${addresses.join(' ') || '?'} (${ms(lookupMs)}); ${reached}`)
    }),
    ...(alone === null ? [] : [row('alone', aloneText(alone))]),
    row('together', `${stateOf(together)}, for ${Math.round(together.seconds)} s`),
    ...runLines(together),
    ...(key === null ? [] : [row('key', keyText(key))]),
  ]
}

const aloneText = ({ books, subscriptions, reason }: RunFindings): string =>
  `${books.proven} of ${subscriptions.wanted} books proven, the first after ${ms(books.firstProvenMs)}${reason === null ? '' : ` (${reason})`}`

const stateOf = ({ state, reason }: RunFindings): string => (reason === null ? state : `${state} (${reason})`)

function runLines(run: RunFindings): readonly string[] {
  const { subscriptions, books, frames, checksums, marks, clockOffsetMs } = run
  const { wanted, confirmed, refused, unconfirmed } = subscriptions
  const refusedFrames = Object.entries(frames.refused)
  return [
    row('clock', clockOffsetMs === null ? 'not measured' : `${Math.round(clockOffsetMs)} ms ahead of ours`),
    ...run.lists.flatMap(listLines),
    row('connections', `${run.sockets} open, ${run.reconnects} replaced`),
    row('subscriptions', `${confirmed} of ${wanted} confirmed, ${refused} refused, ${unconfirmed} unanswered`),
    row('books', `${books.proven} proven, ${books.live} live; ${books.tooOld.count} too old`),
    row(
      'first book',
      `after ${ms(books.firstProvenMs)}, half after ${ms(books.medianProvenMs)}, the last after ${ms(books.lastProvenMs)}`,
    ),
    row('marks', `${marks.came} of ${marks.wanted}`),
    row(
      'frames',
      `${frames.count}; ${Math.round(frames.perSecond)}/s, ${Math.round(frames.bytesPerSecond / 1_000)} KB/s`,
    ),
    row(
      'unusual',
      `${frames.unusual.count} (${percent(frames.unusual.share)}) ${cut(frames.unusual.example)}`.trimEnd(),
    ),
    ...(refusedFrames.length === 0 ? [row('refused', '0')] : []),
    ...refusedFrames.map(([why, { count, share, example }]) =>
      row('refused', `${why}: ${count} (${percent(share)}) ${cut(example)}`.trimEnd()),
    ),
    row('gaps', `${run.gaps}, ${run.resyncs} books made anew`),
    row('checksums', `${checksums.right} right, ${checksums.wrong} wrong`),
    row('ages', `median ${ms(run.ages.p50)}, 99 % below ${ms(run.ages.p99)}`),
    ...run.requests.map(({ address, used, allowed }) =>
      row('requests', `${address}: at most ${used} of ${allowed} units at once`),
    ),
  ]
}

function listLines({ market, entries, bytes, read, wanted, leftOut }: ListFindings): readonly string[] {
  const reasons = leftOut.map(({ why, count, example }) => `${count} ${why}${example === null ? '' : ` (${example})`}`)
  return [
    row(`list ${market}`, `${entries} entries, ${Math.round(bytes / 1_000)} KB; ${read} read, ${wanted} wanted`),
    ...(reasons.length === 0 ? [] : [row('', `left out: ${reasons.join(', ')}`)]),
  ]
}

function keyText(key: KeyFindings): string {
  if (key.kind !== 'read') return `${key.kind}: ${key.why}`
  const rights = Object.entries(key.permissions).map(
    ([name, may]) => `${name} ${may === null ? '?' : may ? 'yes' : 'no'}`,
  )
  const held = key.assets === null ? 'balances not read' : `${key.assets} assets held`
  const fees = key.fees === null ? 'fees not read' : `fees ${key.fees.spot ?? '?'} spot, ${key.fees.perp ?? '?'} perp`
  return `${rights.join(', ')}; ${held}; ${fees}`
}

/** The verdict in one language: what is wrong, and what to do about it. */
export function verdictLines(faults: readonly Fault[], language: Language): readonly string[] {
  const { heading, fine, note, todo } = VERDICT_WORDS[language]
  const count = faults.filter(({ level }) => level === 'fault').length
  return [
    `${heading}: ${count === 0 ? fine : faultCount[language](count)}`,
    ...faults.flatMap((fault) => {
      const { what, todo: advice } = ADVICE[fault.code][language]
      const where = [EXCHANGE_TITLES[fault.exchange], fault.market].filter(Boolean).join(' ')
      const evidence = fault.evidence === '' ? '' : ` (${cut(fault.evidence)})`
      return [
        `  ${fault.level === 'note' ? `${note} · ` : ''}${where}: ${what} [${fault.code}]${evidence}.`,
        ...(fault.example === undefined || fault.example === '' ? [] : [`    ${cut(fault.example)}`]),
        ...(fault.level === 'note' ? [] : [`    ${todo}: ${advice}`]),
      ]
    }),
  ]
}
