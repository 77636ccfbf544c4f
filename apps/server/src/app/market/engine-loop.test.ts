import { expect, test } from 'vitest'
import { EngineLoop } from './engine-loop.ts'

/** Length of each piece of work, ms: longer than a time slice. */
const PIECE_MS = 0.06

/**
 * A loop that notes each piece it does; `read` lets the waiting frames be read, after which the next time slice runs.
 */
class Thread {
  readonly did: string[] = []
  evidence = 0
  hasMarket = true
  isDue = true
  readonly loop: EngineLoop
  readonly #waiting: (() => void)[] = []
  #now = 0
  #states = 0

  constructor() {
    const publishing = {
      isDue: () => this.isDue,
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
    this.loop = new EngineLoop({
      work: () => this.#pieces('work', 2),
      publishing,
      hasMarket: () => this.hasMarket,
      now: () => 0,
      stopwatch: () => this.#now,
      later: (run) => this.#waiting.push(run),
    })
  }

  /** Runs up to `slices` time slices; returns the pieces that were done in them. */
  read(slices = 100): readonly string[] {
    const from = this.did.length
    for (let slice = 0; slice < slices && this.#waiting.length > 0; slice++) {
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

test('a tick does its work, makes a state and tells the evidence that was asked for, and frames are read between any two pieces', () => {
  const thread = new Thread()
  thread.evidence = 2
  thread.loop.tick()
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
  thread.loop.tick()
  thread.loop.tick()
  thread.loop.publishSoon()
  thread.loop.publishSoon()
  const did = thread.read().filter((what) => what !== 'frames')
  expect([...did].sort()).toEqual(['state 1', 'state 1', 'work'])
  thread.loop.tick()
  thread.read()
  expect(thread.did.filter((what) => what !== 'frames').slice(-4)).toEqual(['work', 'work', 'state 2', 'state 2'])
})

test('what is half made of a market that is over is not finished', () => {
  const thread = new Thread()
  thread.evidence = 5
  thread.loop.publishSoon()
  thread.read(1)
  thread.loop.giveUp()
  thread.loop.publishSoon()
  const rest = thread.read().filter((what) => what !== 'frames')
  expect(rest).toEqual(['state 2', 'state 2'])
})

test('a state that nobody waits for yet is not made with a tick', () => {
  const thread = new Thread()
  thread.isDue = false
  thread.loop.tick()
  thread.read()
  expect(thread.did.filter((what) => what !== 'frames')).toEqual(['work', 'work'])
})

test('while there is no market nothing is published', () => {
  const thread = new Thread()
  thread.hasMarket = false
  thread.loop.tick()
  thread.read()
  expect(thread.did.filter((what) => what !== 'frames')).toEqual(['work', 'work'])
})
