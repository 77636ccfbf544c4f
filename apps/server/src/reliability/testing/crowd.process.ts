// Thousands of readers of the stream in a process of their own: told by messages what to do, it tells what they saw.
import { Delays, type Spread } from './delays.ts'
import { type Door, LightReader, type ReaderSink } from './light-reader.ts'

export type CrowdOrder =
  | { readonly kind: 'open'; readonly door: Door; readonly count: number; readonly perSecond: number }
  | { readonly kind: 'report'; readonly anew: boolean }

export type CrowdReport = {
  readonly readers: number
  /** Of these, how many have the list on the connection that is open now. */
  readonly served: number
  readonly lost: number
  readonly refused: Readonly<Record<string, number>>
  /** Heartbeats of who heard fewest. */
  readonly fewestBeats: number
  /** How long after the first reader each had an event. */
  readonly behindFirst: { readonly snapshot: Spread; readonly delta: Spread }
  /** How old the status was when it came. */
  readonly statusAge: Spread
  /** Epoch ms of when the last reader that was lost was served again. */
  readonly lastServedAt: number
}

const OPEN_EVERY_MS = 20
/** Versions that were first heard so many events ago reach nobody any more. */
const VERSIONS_KEPT = 200

const readers: LightReader[] = []
let firstHeard = new Map<string, number>()
let behind = { snapshot: new Delays(), delta: new Delays() }
let statusAge = new Delays()
let refused: Record<string, number> = {}
let lost = 0
let lastServedAt = 0

const sink: ReaderSink = {
  event: (kind, mark) => {
    if (kind === 'status') {
      statusAge.add(Date.now() - Date.parse(mark))
      return
    }
    const now = performance.now()
    const first = firstHeard.get(mark)
    if (first !== undefined) {
      behind[kind].add(now - first)
      return
    }
    firstHeard.set(mark, now)
    if (firstHeard.size > VERSIONS_KEPT) firstHeard.delete(firstHeard.keys().next().value ?? '')
    behind[kind].add(0)
  },
  refused: (status) => {
    refused[status] = (refused[status] ?? 0) + 1
  },
  lost: () => {
    lost++
  },
  served: () => {
    lastServedAt = Date.now()
  },
}

function report(anew: boolean): CrowdReport {
  const told: CrowdReport = {
    readers: readers.length,
    served: readers.filter(({ isServed }) => isServed).length,
    lost,
    refused,
    fewestBeats: readers.reduce((fewest, { beats }) => Math.min(fewest, beats), Number.POSITIVE_INFINITY),
    behindFirst: { snapshot: behind.snapshot.spread, delta: behind.delta.spread },
    statusAge: statusAge.spread,
    lastServedAt,
  }
  if (anew) {
    firstHeard = new Map()
    behind = { snapshot: new Delays(), delta: new Delays() }
    statusAge = new Delays()
    refused = {}
    lost = 0
    for (const reader of readers) reader.beats = 0
  }
  return told
}

function open(door: Door, count: number, perSecond: number): void {
  const began = performance.now()
  let opened = 0
  const timer = setInterval(() => {
    const due = Math.min(count, Math.ceil(((performance.now() - began) / 1_000) * perSecond))
    for (; opened < due; opened++) {
      const reader = new LightReader(door, sink)
      readers.push(reader)
      reader.open()
    }
    if (opened === count) clearInterval(timer)
  }, OPEN_EVERY_MS)
}

process.on('message', (order: CrowdOrder) => {
  switch (order.kind) {
    case 'open':
      open(order.door, order.count, order.perSecond)
      return
    case 'report':
      process.send?.(report(order.anew))
  }
})
