import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Bus, type BusAnswer, MOST_ASKED_BYTES, MOST_STATE_BYTES } from '../../app/ports/system/bus.ts'
import { createSystemClock } from '../system/system-clock.ts'
import { NatsBus } from './nats-bus.ts'
import { DirectBus } from './testing/direct-bus.ts'
import { bytesOf, Heard, TEST_BUS_KEY, textOf, until } from './testing/heard.ts'
import { NatsServer, NO_NATS, natsProgram } from './testing/nats-server.ts'

const clock = createSystemClock()
const program = natsProgram()
const members = new Set<DirectBus>()
/** Deadline of a question whose answer is wanted, ms. */
const LONG_MS = 60_000
let nats: NatsServer | null = null
let logged: string[] = []
const log = (_level: string, event: string) => void logged.push(event)

const makers: Readonly<Record<string, () => Promise<Bus>>> = {
  'within a process': async () => new DirectBus(members, clock, log),
  'NATS core': async () => {
    const bus = new NatsBus({ url: nats?.url ?? '', keys: () => [TEST_BUS_KEY], clock, log })
    await until(() => bus.isConnected)
    return bus
  },
}

let topics = 0
let topic = ''
const open: Bus[] = []

beforeAll(async () => {
  if (program !== null) nats = await NatsServer.started(program)
})
afterAll(() => nats?.remove())
beforeEach(() => {
  topic = `contract.${++topics}`
  logged = []
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.stop()))
})

const at = (count: number, epoch = 0) => ({ epoch, count })
const settled = (answer: BusAnswer) => (answer.kind === 'answered' ? textOf(answer.bytes) : answer.why)
/** Resolves once all messages from one member to another have arrived, since the last sent comes last. */
async function quiet(from: Bus, to: Bus): Promise<void> {
  const heard = new Heard(to, `${topic}.quiet`)
  from.publishState(`${topic}.quiet`, at(1), bytesOf('quiet'))
  await until(() => heard.last === 'quiet')
  heard.stop()
}

describe.each(Object.entries(makers))('a bus that is %s', (name, make) => {
  beforeEach((context) => {
    if (name === 'NATS core' && program === null) context.skip(NO_NATS)
  })
  const member = async () => {
    const bus = await make()
    open.push(bus)
    return bus
  }
  /** Resolves once a question reaches the server of the topic, whose registration takes time. */
  const untilServed = (bus: Bus) => until(async () => (await bus.ask(topic, bytesOf('?'), LONG_MS)).kind === 'answered')

  test('tells each state to every watcher, the own one too, byte for byte', async () => {
    const [one, other] = [await member(), await member()]
    const heard = [new Heard(one, topic), new Heard(other, topic)]
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    let bytes: Uint8Array | null = null
    other.watchState(topic, (_version, told) => {
      bytes = told
    })
    one.publishState(topic, at(1), all)
    await until(() => bytes !== null && heard.every(({ versions }) => versions.length === 1))
    expect(bytes).toEqual(all)
    one.publishState(topic, at(2), bytesOf('two'))
    await until(() => heard.every(({ last }) => last === 'two'))
    expect(heard.map(({ versions }) => versions)).toEqual([
      [at(1), at(2)],
      [at(1), at(2)],
    ])
  })

  test('gives a late watcher the newest state at once, and nothing of a publisher that withdrew or left', async () => {
    const [publisher, watcher] = [await member(), await member()]
    publisher.publishState(topic, at(1), bytesOf('old'))
    publisher.publishState(topic, at(2), bytesOf('new'))
    await quiet(publisher, watcher)
    const late = new Heard(watcher, topic)
    await until(() => late.last === 'new')
    expect(late.texts).toEqual(['new'])
    publisher.withdrawState(topic)
    await quiet(publisher, watcher)
    const later = new Heard(watcher, topic)
    await quiet(watcher, watcher)
    publisher.publishState(topic, at(3), bytesOf('newest'))
    await until(() => later.last === 'newest')
    expect(later.texts).toEqual(['newest'])
    await publisher.stop()
    const hearsIt = async () => {
      const last = new Heard(watcher, topic)
      await quiet(watcher, watcher)
      last.stop()
      return last.texts.length > 0
    }
    // The watcher's own messages do not wait for the publisher's last one.
    while (await hearsIt());
  })

  test('never lets an older state, or one of an older epoch, take the place of a newer one', async () => {
    const [leader, former, watcher] = [await member(), await member(), await member()]
    const heard = new Heard(watcher, topic)
    expect(leader.publishState(topic, at(1, 2), bytesOf('second lease'))).toBe('taken')
    await until(() => heard.last === 'second lease')
    expect(leader.publishState(topic, at(1, 2), bytesOf('again'))).toBe('older')
    expect(leader.publishState(topic, at(9, 1), bytesOf('before'))).toBe('older')
    for (let count = 1; count <= 50; count++) former.publishState(topic, at(count, 1), bytesOf('first lease'))
    former.publishState(topic, at(1, 2), bytesOf('repeated'))
    await quiet(former, watcher)
    expect(heard.texts).toEqual(['second lease'])
    leader.publishState(topic, at(2, 2), bytesOf('goes on'))
    await until(() => heard.last === 'goes on')
  })

  test('carries a state of several megabytes whole, and refuses one above the limit', async () => {
    const [publisher, watcher] = [await member(), await member()]
    const heard = new Heard(watcher, topic)
    const large = new Uint8Array(5_000_000).fill(7)
    large[4_999_999] = 8
    let told: Uint8Array | null = null
    watcher.watchState(topic, (_version, bytes) => {
      told = bytes
    })
    expect(publisher.publishState(topic, at(1), large.slice())).toBe('taken')
    await until(() => told !== null && heard.lengths.length === 1)
    expect(Buffer.compare(told ?? new Uint8Array(), large)).toBe(0)
    expect(publisher.publishState(topic, at(2), new Uint8Array(MOST_STATE_BYTES + 1))).toBe('too-large')
    const late = new Heard(watcher, topic)
    await until(() => late.lengths.length === 1)
    expect(late.lengths).toEqual([large.length])
  })

  test('tells a watcher nothing after it stopped, and other watchers although one throws', async () => {
    const [publisher, watcher] = [await member(), await member()]
    const [stopped, heard] = [new Heard(watcher, topic), new Heard(watcher, topic)]
    watcher.watchState(topic, () => {
      throw new Error('planted')
    })
    publisher.publishState(topic, at(1), bytesOf('one'))
    await until(() => stopped.last === 'one' && logged.includes('bus-watcher-failed'))
    stopped.stop()
    publisher.publishState(topic, at(2), bytesOf('two'))
    await until(() => heard.last === 'two')
    expect(stopped.texts).toEqual(['one'])
  })

  test('carries a question to one of its servers, and the answer back', async () => {
    const [asker, one, other] = [await member(), await member(), await member()]
    let asked = 0
    for (const bus of [one, other])
      bus.serve(topic, async (bytes) => {
        asked++
        return bytesOf(`${textOf(bytes)}!`)
      })
    await untilServed(asker)
    asked = 0
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => asker.ask(topic, bytesOf(String(nth)), LONG_MS)),
    )
    expect(answers.map(settled)).toEqual(Array.from({ length: 40 }, (_, nth) => `${nth}!`))
    expect(asked).toBe(40)
  })

  test('says that nobody serves, and says so again after the server stopped', async () => {
    const [asker, server] = [await member(), await member()]
    expect(settled(await asker.ask(topic, bytesOf('?'), LONG_MS))).toBe('nobody')
    const end = server.serve(topic, async () => bytesOf('here'))
    await untilServed(asker)
    end()
    // A question that reached it as it stopped is late.
    await until(async () => settled(await asker.ask(topic, bytesOf('?'), 500)) === 'nobody')
  })

  test('ends a question at its deadline, and the late answer is nobody else’s', async () => {
    const [asker, server] = [await member(), await member()]
    let isAsked = false
    let answer = (): void => undefined
    server.serve(topic, (bytes) => {
      if (textOf(bytes) !== 'slow') return Promise.resolve(bytes)
      return new Promise((resolve) => {
        isAsked = true
        answer = () => resolve(bytes)
      })
    })
    await untilServed(asker)
    expect(settled(await asker.ask(topic, bytesOf('slow'), 100))).toBe('late')
    expect(settled(await asker.ask(topic, bytesOf('quick'), LONG_MS))).toBe('quick')
    await until(() => isAsked)
    answer()
    // What is answered later comes after the late answer.
    expect(settled(await asker.ask(topic, bytesOf('after'), LONG_MS))).toBe('after')
  })

  test('ends a question when the asked member dies in the middle, and the next question reaches another member', async () => {
    const [asker, mortal, other] = [await member(), await member(), await member()]
    let isAsked = false
    mortal.serve(topic, (bytes) => {
      if (textOf(bytes) === '?') return Promise.resolve(bytes)
      isAsked = true
      return new Promise(() => undefined)
    })
    await untilServed(asker)
    const answer = asker.ask(topic, bytesOf('die'), 500)
    await until(() => isAsked)
    await mortal.stop()
    expect(settled(await answer)).toBe('late')
    other.serve(topic, async () => bytesOf('other'))
    await until(async () => settled(await asker.ask(topic, bytesOf('?'), LONG_MS)) === 'other')
  })

  test('says that the asked member failed, and refuses questions and answers above the limit', async () => {
    const [asker, server] = [await member(), await member()]
    server.serve(topic, async (bytes) => {
      if (textOf(bytes) === 'fail') throw new Error('planted')
      return textOf(bytes) === 'long' ? new Uint8Array(MOST_ASKED_BYTES + 1) : new Uint8Array(MOST_ASKED_BYTES)
    })
    await untilServed(asker)
    expect(settled(await asker.ask(topic, bytesOf('fail'), LONG_MS))).toBe('failed')
    expect(logged).toContain('bus-answer-failed')
    expect(settled(await asker.ask(topic, bytesOf('long'), LONG_MS))).toBe('too-large')
    expect(settled(await asker.ask(topic, new Uint8Array(MOST_ASKED_BYTES + 1), LONG_MS))).toBe('too-large')
    const most = await asker.ask(topic, new Uint8Array(MOST_ASKED_BYTES), LONG_MS)
    expect(most.kind === 'answered' ? most.bytes.length : most.why).toBe(MOST_ASKED_BYTES)
  })

  test('is cut once it was stopped: nothing throws, and questions under way end', async () => {
    const [asker, server] = [await member(), await member()]
    server.serve(topic, (bytes) => (textOf(bytes) === '?' ? Promise.resolve(bytes) : new Promise(() => undefined)))
    await untilServed(asker)
    const answer = asker.ask(topic, bytesOf('wait'), LONG_MS)
    await asker.stop()
    expect(settled(await answer)).toBe('cut')
    expect(asker.isConnected).toBe(false)
    expect(settled(await asker.ask(topic, bytesOf('?'), LONG_MS))).toBe('cut')
    expect(asker.publishState(topic, at(1), bytesOf('lost'))).toBe('taken')
    asker.watchState(topic, () => undefined)()
    asker.withdrawState(topic)
  })
})
