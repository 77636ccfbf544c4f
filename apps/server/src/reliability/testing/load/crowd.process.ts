// Thousands of readers of the stream in a separate process, which takes orders and sends reports over its channel.
import { Delays, type Spread } from '../delays.ts'
import { type Door, LightReader, type ReaderSink } from './light-reader.ts'

export type CrowdOrder =
  | { readonly kind: 'open'; readonly door: Door; readonly count: number; readonly perSecond: number }
  | { readonly kind: 'report'; readonly anew: boolean }

export type CrowdReport = {
  readonly readers: number
  /** Readers that have had the list on their open connection. */
  readonly served: number
  readonly lost: number
  readonly refused: Readonly<Record<string, number>>
  /** Heartbeats of the reader that got the fewest. */
  readonly fewestBeats: number
  /** Delays of events behind the first reader that got them. */
  readonly behindFirst: { readonly snapshot: Spread; readonly delta: Spread }
  /** Ages of statuses on arrival. */
  readonly statusAge: Spread
  /** When a reader was last served anew, epoch ms. */
  readonly lastServedAt: number
}

const OPEN_EVERY_MS = 20
/** Versions whose first arrival is remembered; older ones reach no reader any more. */
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
