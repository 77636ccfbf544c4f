import { expect, test } from 'vitest'
import { Beats } from './beats.ts'

/** ms that each piece of anything lasts: longer than a turn. */
const PIECE_MS = 0.06

/** Beats whose every piece is noted; `read` lets the frames that wait be read, after which the next turn comes. */
class Thread {
  readonly did: string[] = []
  evidence = 0
  hasMarket = true
  readonly beats: Beats
  readonly #waiting: (() => void)[] = []
  #now = 0
  #states = 0

  constructor() {
    const publishing = {
      publish: () => this.#pieces(`state ${++this.#states}`, 2),
      freezeNext: () => {
        if (this.evidence === 0) return false
        this.#do(`evidence ${this.evidence--}`)
        return this.evidence > 0
      },
      giveUpFreezing: () => {
        this.evidence = 0
      },
    }
    this.beats = new Beats({
      work: () => this.#pieces('work', 2),
      publishing,
      hasMarket: () => this.hasMarket,
      now: () => 0,
      stopwatch: () => this.#now,
      later: (run) => this.#waiting.push(run),
    })
  }

  /** So many turns at most; what was done in them. */
  read(turns = 100): readonly string[] {
    const from = this.did.length
    for (let turn = 0; turn < turns && this.#waiting.length > 0; turn++) {
      this.did.push('frames')
      this.#waiting.shift()?.()
    }
    return this.did.slice(from)
  }

  *#pieces(name: string, count: number): Generator<void, void, void> {
    for (let piece = 0; piece < count; piece++) {
      this.#do(name)
      yield
    }
  }

  #do(name: string): void {
    this.did.push(name)
    this.#now += PIECE_MS
  }
}

test('a beat does its work, makes a state and tells the evidence that was asked for, and frames are read between any two pieces', () => {
  const thread = new Thread()
  thread.evidence = 2
  thread.beats.beat()
  thread.read()
  expect(thread.did.filter((what) => what !== 'frames')).toEqual([
    'work',
    'work',
    'state 1',
    'state 1',
    'evidence 2',
    'evidence 1',
  ])
  for (const [at, what] of thread.did.entries()) expect([what, thread.did[at - 1] ?? 'frames']).toContain('frames')
})

test('nothing is begun again while it is under way, and everything anew after it', () => {
  const thread = new Thread()
  thread.beats.beat()
  thread.beats.beat()
  thread.beats.publishSoon()
  thread.beats.publishSoon()
  const did = thread.read().filter((what) => what !== 'frames')
  expect([...did].sort()).toEqual(['state 1', 'state 1', 'work'])
  thread.beats.beat()
  thread.read()
  expect(thread.did.filter((what) => what !== 'frames').slice(-4)).toEqual(['work', 'work', 'state 2', 'state 2'])
})

test('what is half made of a market that is over is not finished', () => {
  const thread = new Thread()
  thread.evidence = 5
  thread.beats.publishSoon()
  thread.read(1)
  thread.beats.giveUp()
  thread.beats.publishSoon()
  const rest = thread.read().filter((what) => what !== 'frames')
  expect(rest).toEqual(['state 2', 'state 2'])
})

test('while there is no market nothing is published', () => {
  const thread = new Thread()
  thread.hasMarket = false
  thread.beats.beat()
  thread.read()
  expect(thread.did.filter((what) => what !== 'frames')).toEqual(['work', 'work'])
})
