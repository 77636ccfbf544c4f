import { expect, test } from 'vitest'
import { runToEnd } from '../market/engine/time-slices.ts'
import { LifetimesRecorder } from '../market/lifetimes/lifetimes-recorder.ts'
import type { FindingEvent } from '../market/lifetimes/opportunity-lifecycles.ts'
import { priorOutlook } from '../market/opportunity/outlook.ts'
import { Publishing } from '../market/publish/publishing.ts'
import { instrument, Stage } from '../market/testing/stage.ts'
import { MarketUpdateReader } from './market-update.ts'
import type { EngineMessage } from './messages.ts'
import type { MarketUpdate } from './state.ts'

const COINS = 120
const NOW = 1_000
const idOf = (coin: number) => `spot.C${coin}-USDT.okx.binance`

/** An engine that publishes as to another thread, and the updates that are read there. */
class PublishingRig {
  readonly stage = new Stage({ onFinding: (event) => this.#found(event) })
  readonly publishing: Publishing
  readonly parts: EngineMessage['kind'][] = []
  /** Rows that were sent, as often as they were. */
  sent = 0
  readonly updates: MarketUpdate[] = []
  readonly #reader = new MarketUpdateReader()

  constructor() {
    const recorder = new LifetimesRecorder({ store: null, log: () => undefined })
    const shown = () => ({
      engine: this.stage.engine,
      feeds: [],
      changes: new Map(),
      source: 'live' as const,
      outlookOf: priorOutlook,
      isDeciding: false,
      spotCap: () => null,
      isKeysMarket: false,
      now: NOW,
    })
    this.publishing = new Publishing((message) => this.#heard(message), shown, 0, { live: recorder, demo: recorder })
    this.publishing.viewers(['spot'])
    for (let coin = 0; coin < COINS; coin++) {
      this.stage.list(instrument('okx', `C${coin}`, 'USDT'), instrument('binance', `C${coin}`, 'USDT'))
      this.stage.book(NOW, 'okx', `C${coin}USDT`, '99.9', '100')
      this.sell(coin, '101')
    }
  }

  sell(coin: number, bid: string): void {
    this.stage.book(NOW, 'binance', `C${coin}USDT`, bid, '101.5')
  }

  publish(): void {
    runToEnd(this.publishing.publish(() => NOW))
  }

  freeze(): void {
    this.publishing.answer({ kind: 'freeze' }, NOW)
  }

  /** Ids of the rows of the newest state. */
  get ids(): readonly string[] {
    return (this.updates.at(-1)?.state.rows.spot ?? []).map(({ id }) => id)
  }

  #found(event: FindingEvent): void {
    if (event.event === 'closed') this.publishing.closed(event)
  }

  #heard(message: EngineMessage): void {
    this.parts.push(message.kind)
    if (message.kind === 'rows') this.sent += message.rows.length
    if (message.kind !== 'rows' && message.kind !== 'state' && message.kind !== 'evidence-part') return
    const update = this.#reader.read(structuredClone(message))
    if (update !== null) this.updates.push(update)
  }
}

test('a state comes in parts of a few rows and is whole with the last, without the rows that closed meanwhile', () => {
  const rig = new PublishingRig()
  const making = rig.publishing.publish(() => NOW)
  for (let piece = 0; piece < COINS - 1; piece++) making.next()
  rig.sell(0, '99')
  runToEnd(making)
  expect(rig.parts.filter((kind) => kind === 'rows').length).toBeGreaterThan(2)
  expect(rig.parts.at(-1)).toBe('state')
  expect(rig.updates).toHaveLength(1)
  const [first] = rig.updates
  expect(first?.state.rows.spot.map(({ id, json }) => [id, JSON.parse(json).id])).toEqual(rig.ids.map((id) => [id, id]))
  expect([...rig.ids].sort()).toEqual([...rig.stage.engine.open].map(({ id }) => id).sort())
  expect(rig.ids).not.toContain(idOf(0))
})

test('a state that was given up half told leaves nothing behind in the next one', () => {
  const rig = new PublishingRig()
  const making = rig.publishing.publish(() => NOW)
  for (let piece = 0; piece < COINS; piece++) making.next()
  expect(rig.parts).toContain('rows')
  rig.sell(1, '99')
  rig.publish()
  expect(rig.updates).toHaveLength(1)
  expect([...rig.ids].sort()).toEqual([...rig.stage.engine.open].map(({ id }) => id).sort())
})

test('a row that stays the same is sent once, and each state lists it', () => {
  const rig = new PublishingRig()
  rig.publish()
  expect(rig.sent).toBe(COINS)
  rig.sell(3, '101.2')
  rig.publish()
  expect(rig.sent).toBe(COINS + 1)
  const [first, second] = rig.updates.map(({ state }) => new Map(state.rows.spot.map((row) => [row.id, row])))
  expect(second?.size).toBe(COINS)
  const changed = [...(second ?? [])].filter(([id, row]) => first?.get(id) !== row).map(([id]) => id)
  expect(changed).toEqual([idOf(3)])
})

test('rows of a mode are made while it is read, and all rows for a frozen state', () => {
  const rig = new PublishingRig()
  rig.publishing.viewers(['carry'])
  rig.publish()
  expect(rig.sent).toBe(0)
  expect(rig.updates.at(-1)?.state).toMatchObject({ unread: ['spot', 'tri'], rows: { spot: [], carry: [], tri: [] } })
  expect(JSON.parse(rig.updates.at(-1)?.state.stats ?? '')).toMatchObject({ by_mode: { spot: COINS } })
  rig.freeze()
  rig.publish()
  expect(rig.updates.at(-1)?.state.unread).toEqual(['spot', 'tri'])
  expect(rig.ids).toHaveLength(COINS)
  while (rig.publishing.freezeNext());
  rig.publishing.viewers(['spot'])
  rig.publish()
  expect(rig.updates.at(-1)?.state.unread).toEqual(['carry', 'tri'])
  expect(rig.ids).toHaveLength(COINS)
})

test('states are due four times a second for live viewers, else once, and at once for who comes new or freezes', () => {
  const rig = new PublishingRig()
  const times = (from: number, to: number) => {
    const due: number[] = []
    for (let at = from; at < to; at += 100) {
      if (!rig.publishing.isDue(at)) continue
      runToEnd(rig.publishing.publish(() => at))
      due.push(at - from)
    }
    return due
  }
  expect(times(1_000, 2_000)).toEqual([0, 200, 400, 700, 900])
  rig.publishing.viewers([])
  expect(times(2_000, 4_000)).toEqual([200, 1_200])
  rig.publishing.viewers(['carry'])
  expect(rig.publishing.isDue(4_000)).toBe(true)
  runToEnd(rig.publishing.publish(() => 4_000))
  expect(rig.publishing.isDue(4_100)).toBe(false)
  rig.freeze()
  expect(rig.publishing.isDue(4_100)).toBe(true)
})

test('frozen is the state that was asked for with its own evidence, though rows close and states come while it is told', () => {
  const rig = new PublishingRig()
  rig.sell(0, '99')
  rig.freeze()
  rig.publish()
  const [asked] = rig.updates
  for (let piece = 0; piece < 10; piece++) expect(rig.publishing.freezeNext()).toBe(true)
  rig.sell(1, '99')
  rig.publish()
  while (rig.publishing.freezeNext());
  const frozen = rig.updates.at(-1)
  if (frozen?.kind !== 'frozen') throw new Error('nothing was frozen')
  expect(rig.updates.map(({ kind }) => kind)).toEqual(['state', 'state', 'frozen'])
  expect(frozen.state).toEqual(asked?.state)
  expect(Object.keys(frozen.evidence).sort()).toEqual([...rig.ids].sort())
  for (const { id, json } of frozen.state.rows.spot) {
    const { row, evidence } = JSON.parse(frozen.evidence[id] ?? '')
    expect(row).toEqual(JSON.parse(json))
    expect(evidence.legs).toHaveLength(2)
  }
  expect(Object.entries(frozen.closed).map(([id, json]) => [id, JSON.parse(json).row.state])).toEqual([
    [idOf(0), 'CLOSED'],
  ])

  rig.freeze()
  rig.publish()
  while (rig.publishing.freezeNext());
  const next = rig.updates.at(-1)
  expect(next?.kind === 'frozen' ? Object.keys(next.closed) : []).toEqual([idOf(1)])
})

test('evidence of a market that was given up is not told', () => {
  const rig = new PublishingRig()
  rig.freeze()
  rig.publish()
  rig.publishing.freezeNext()
  rig.publishing.giveUpFreezing()
  expect(rig.publishing.freezeNext()).toBe(false)
  rig.freeze()
  rig.publish()
  while (rig.publishing.freezeNext());
  expect(rig.updates.map(({ kind }) => kind)).toEqual(['state', 'state', 'frozen'])
})
