import { createInbox, type Msg, type NatsConnection } from '@nats-io/nats-core'
import { connect } from '@nats-io/transport-node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GivenEpochs } from '../../app/operation/given-epochs.ts'
import type { BusAnswer } from '../../app/ports/system/bus.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import { ShiftedClock } from '../../http/testing/shifted-clock.ts'
import { seededRandom } from '../system/randomness.ts'
import { createSystemClock } from '../system/system-clock.ts'
import { MessageCodes, sealed } from './message-codes.ts'
import { answerBytes } from './nats-answers.ts'
import { NatsBus } from './nats-bus.ts'
import { framesOf } from './state-frames.ts'
import { bytesOf, Heard, TEST_BUS_KEY, textOf, until } from './testing/heard.ts'
import { NatsServer, NO_NATS, natsProgram } from './testing/nats-server.ts'

const clock = createSystemClock()
/** Deadline of a question whose answer is wanted, ms. */
const LONG_MS = 60_000
const program = natsProgram()
const TOPIC = 'market.0'

let nats: NatsServer
let logged: { readonly event: string; readonly data: Readonly<Record<string, unknown>> }[] = []
const log = (_level: string, event: string, data: Readonly<Record<string, unknown>>) =>
  void logged.push({ event, data })
const times = (event: string) => logged.filter((one) => one.event === event).length
const open: NatsBus[] = []

function member(
  url = nats.url,
  by: Clock = clock,
  more: Partial<ConstructorParameters<typeof NatsBus>[0]> = {},
): NatsBus {
  const bus = new NatsBus({ url, keys: () => [TEST_BUS_KEY], clock: by, log, ...more })
  open.push(bus)
  return bus
}
const whole = (...buses: NatsBus[]) => until(() => buses.every((bus) => bus.isConnected))
const ours = (...of: Parameters<MessageCodes['of']>) => new MessageCodes(() => [TEST_BUS_KEY]).of(...of)
const at = (count: number, epoch = 0) => ({ epoch, count })
const settled = (answer: BusAnswer) => (answer.kind === 'answered' ? textOf(answer.bytes) : answer.why)

/** A foreign client of the same server. */
async function stranger(): Promise<NatsConnection> {
  return connect({ servers: nats.url, reconnect: false })
}

beforeEach(async (context) => {
  logged = []
  if (program === null) context.skip(NO_NATS)
  else nats = await NatsServer.started(program)
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.stop()))
  if (program !== null) await nats.remove()
})

test('[B1] after the server was killed and started again everything goes on: states, watchers, questions', async () => {
  const [publisher, watcher] = [member(), member()]
  await whole(publisher, watcher)
  const heard = new Heard(watcher, TOPIC)
  publisher.serve(TOPIC, async (bytes) => bytes)
  publisher.publishState(TOPIC, at(1), bytesOf('before'))
  await until(() => heard.last === 'before')

  await nats.kill()
  await until(() => !publisher.isConnected && !watcher.isConnected)
  expect(settled(await watcher.ask(TOPIC, bytesOf('?'), LONG_MS))).toBe('cut')
  for (let count = 2; count <= 1_000; count++) publisher.publishState(TOPIC, at(count), bytesOf(`state ${count}`))
  // Both are made while the bus is cut, and work once it is whole.
  const late = new Heard(watcher, TOPIC)
  publisher.serve('market.1', async () => bytesOf('one'))

  await nats.start()
  await until(() => heard.last === 'state 1000' && late.last === 'state 1000')
  // Of the states published meanwhile only the newest arrives.
  expect(heard.texts).toEqual(['before', 'state 1000'])
  await until(async () => settled(await watcher.ask(TOPIC, bytesOf('again'), LONG_MS)) === 'again')
  expect(settled(await watcher.ask('market.1', bytesOf('?'), LONG_MS))).toBe('one')
  expect([times('bus-cut'), times('bus-whole')]).toEqual([2, 4])
})

test('[B1] a bus that is not there at the start is joined when it comes', async () => {
  await nats.kill()
  const [publisher, watcher] = [member(), member()]
  const heard = new Heard(watcher, TOPIC)
  expect(publisher.publishState(TOPIC, at(1), bytesOf('early'))).toBe('taken')
  await until(() => times('bus-cut') === 2)
  await nats.start()
  await until(() => heard.last === 'early')
})

test('a question that is under way when the server dies ends at once as cut', async () => {
  const [asker, server] = [member(), member()]
  await whole(asker, server)
  let isAsked = false
  server.serve(TOPIC, () => {
    isAsked = true
    return new Promise(() => undefined)
  })
  await server.ask('nobody', bytesOf('?'), LONG_MS)
  const answer = asker.ask(TOPIC, bytesOf('?'), LONG_MS)
  await until(() => isAsked)
  await nats.kill()
  expect(settled(await answer)).toBe('cut')
})

test('a server that stands still is given up, fills no memory meanwhile, and is joined again when it goes on', async () => {
  const [publisher, watcher] = [member(), member()]
  await whole(publisher, watcher)
  const heard = new Heard(watcher, TOPIC)
  publisher.publishState(TOPIC, at(1), bytesOf('before'))
  await until(() => heard.last === 'before')
  nats.signal('SIGSTOP')
  // All states share one array, so that memory grows only by what the bus keeps.
  const large = new Uint8Array(1_000_000)
  const before = process.memoryUsage().arrayBuffers
  for (let count = 2; count <= 200; count++) {
    publisher.publishState(TOPIC, at(count), large)
    if (count % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
  await until(() => !publisher.isConnected && !watcher.isConnected)
  publisher.publishState(TOPIC, at(201), bytesOf('newest'))
  nats.signal('SIGCONT')
  await until(() => heard.last === 'newest')
  expect(heard.lengths.length).toBeLessThan(6)
})

test('[B2] a message that was lost is made good within five seconds, and a repeated one is heard once', async () => {
  const shifted = new ShiftedClock()
  const [publisher, watcher] = [member(nats.url, shifted), member()]
  await whole(publisher, watcher)
  const heard = new Heard(watcher, TOPIC)
  const other = await stranger()
  const frames: Uint8Array[] = []
  other.subscribe('makas.state.>', { callback: (_error, { data }) => void frames.push(new Uint8Array(data)) })
  await other.flush()
  publisher.publishState(TOPIC, at(1), bytesOf('once'))
  await until(() => heard.last === 'once' && frames.length === 1)
  for (let again = 0; again < 100; again++) other.publish('makas.state.market.0', frames[0] ?? new Uint8Array())
  await other.flush()
  shifted.advance(5_000)
  await until(() => frames.length >= 102)
  expect(heard.texts).toEqual(['once'])
  await other.close()
})

test('[M3] a state that may be told no longer is neither sent again nor told to later watchers', async () => {
  const shifted = new ShiftedClock()
  const [publisher, watcher] = [member(nats.url, shifted), member()]
  await whole(publisher, watcher)
  let isOurs = true
  const heard = new Heard(watcher, TOPIC)
  publisher.publishState(TOPIC, at(1, 1), bytesOf('ours'), () => isOurs)
  await until(() => heard.last === 'ours')
  const other = await stranger()
  const frames: string[] = []
  other.subscribe('makas.state.>', { callback: (_error, { subject }) => void frames.push(subject) })
  await other.flush()
  isOurs = false
  const late = new Heard(watcher, TOPIC)
  publisher.publishState(TOPIC, at(2, 1), bytesOf('no longer ours'), () => isOurs)
  shifted.advance(6_000)
  // What comes after it on the same connection has come: nothing was before.
  const last = new Heard(watcher, 'last')
  publisher.publishState('last', at(1), bytesOf('last'))
  await until(() => last.last === 'last' && frames.length > 0)
  expect([frames, late.texts, heard.texts]).toEqual([['makas.state.last'], [], ['ours']])
  await other.close()
})

test('what nobody of us wrote is refused, said once, and in nobody’s way', async () => {
  const [publisher, watcher] = [member(), member()]
  await whole(publisher, watcher)
  const heard = new Heard(watcher, TOPIC)
  publisher.serve('echo', async (bytes) => bytes)
  const other = await stranger()
  const [good = new Uint8Array()] = framesOf(ours('state', TOPIC), 1n, at(1), bytesOf('good'), 1_000) ?? []
  const spoiled = [
    new Uint8Array(0),
    bytesOf('{"kind":"state"}'),
    good.subarray(0, 63),
    good.with(0, 0),
    // Part 9 of 1, no parts at all, and an epoch beyond 2^53.
    good.with(29, 9),
    good.with(31, 0),
    good.with(12, 255),
  ]
  for (const bytes of spoiled) other.publish('makas.state.market.0', bytes)
  const random = seededRandom(7)
  for (let nth = 0; nth < 500; nth++)
    other.publish(
      'makas.state.market.0',
      Uint8Array.from({ length: nth % 90 }, () => random() * 256),
    )
  other.publish('makas.present.market.0')
  other.publish('makas.ask.echo', bytesOf('no way back'))
  await other.flush()
  publisher.publishState(TOPIC, at(1), bytesOf('state'))
  await until(() => heard.last === 'state')
  expect(heard.texts).toEqual(['state'])
  // Each member says it once.
  expect(times('bus-stranger')).toBe(2)
  expect(settled(await watcher.ask('echo', bytesOf('still'), LONG_MS))).toBe('still')

  await other.close()
})

test('a key is replaced while members serve: what is made with either key is taken while both are accepted', async () => {
  const former = Buffer.alloc(32, 1)
  const next = Buffer.alloc(32, 2)
  let keys: readonly [Buffer, ...Buffer[]] = [former, next]
  const publisher = member(nats.url, clock, { keys: () => keys })
  const watcher = member(nats.url, clock, { keys: () => [next, former] })
  await whole(publisher, watcher)
  publisher.serve('echo', async (bytes) => bytes)
  // The server knows the one who answers a moment later.
  await until(async () => settled(await watcher.ask('echo', bytesOf('either'), LONG_MS)) === 'either')
  keys = [next, former]
  expect(settled(await watcher.ask('echo', bytesOf('next'), LONG_MS))).toBe('next')
  expect(times('bus-stranger')).toBe(0)
})

test('[SEC-93] a second publisher and answerer without the key changes nothing, whatever it copies', async () => {
  const [publisher, watcher] = [member(), member()]
  await whole(publisher, watcher)
  const heard = new Heard(watcher, TOPIC)
  publisher.serve('echo', async (bytes) => bytes)
  const foreign = new MessageCodes(() => [Buffer.alloc(32, 6)])
  const other = await stranger()
  const caught: Uint8Array[] = []
  let answers = 0
  other.subscribe('makas.state.market.0', { callback: (_error, { data }) => void caught.push(new Uint8Array(data)) })
  const asked: Uint8Array[] = []
  // The stranger hears each question, and answers first: with nothing, with noise, under a key of its own, with an earlier answer.
  const answer = (_error: Error | null, message: Msg) => {
    asked.push(new Uint8Array(message.data))
    const code = message.data.slice(16, 48)
    const forged = bytesOf('forged')
    for (const bytes of [
      new Uint8Array(0),
      bytesOf('\u0001forged'),
      answerBytes(foreign.of('answer', 'echo'), code, forged),
    ])
      message.respond(bytes)
    for (const bytes of replies) message.respond(bytes)
    answers++
  }
  const replies: Uint8Array[] = []
  const answering = [
    other.subscribe('makas.ask.echo', { callback: answer }),
    other.subscribe('makas.ask.echo', { callback: answer, queue: 'makas' }),
  ]
  other.subscribe('_INBOX.>', { callback: (_error, { data }) => void replies.push(new Uint8Array(data)) })
  await other.flush()
  publisher.publishState(TOPIC, at(1, 1), bytesOf('first'))
  await until(() => heard.last === 'first' && caught.length === 1)
  expect(settled(await watcher.ask('echo', bytesOf('one'), LONG_MS))).toBe('one')
  await until(() => answers >= 2)
  expect(settled(await watcher.ask('echo', bytesOf('two'), LONG_MS))).toBe('two')
  for (const subscription of answering) subscription.unsubscribe()

  const [own = new Uint8Array()] = caught
  const forged = framesOf(foreign.of('state', TOPIC), 9n, at(1, 2 ** 53 - 1), bytesOf('forged'), 1_000) ?? []
  const ofOtherTopic = framesOf(ours('state', 'market.1'), 9n, at(9, 9), bytesOf('of another topic'), 1_000) ?? []
  const raised = own.with(19, 200)
  for (const frame of [...forged, ...ofOtherTopic, raised, own.with(own.length - 1, 0)])
    other.publish('makas.state.market.0', frame)
  // A question under no key of ours, or with one bit changed, is not answered; nor is a request for the present state.
  const told: string[] = []
  const inbox = createInbox('stranger')
  other.subscribe(inbox, { callback: (_error, { data }) => void told.push(textOf(data)) })
  const [question = new Uint8Array()] = asked
  other.publish('makas.ask.echo', question.with(question.length - 1, 0), { reply: inbox })
  other.publish('makas.ask.echo', sealed(foreign.of('ask', 'echo'), bytesOf('balances')).message, { reply: inbox })
  other.publish('makas.present.market.0', sealed(foreign.of('present', TOPIC), bytesOf('')).message, { reply: inbox })
  other.publish('makas.present.market.0', new Uint8Array(0), { reply: inbox })
  await other.flush()

  for (let count = 2; count <= 50; count++) publisher.publishState(TOPIC, at(count, 1), bytesOf(`state ${count}`))
  await until(() => heard.last === 'state 50')
  expect(heard.versions.every(({ epoch }) => epoch === 1)).toBe(true)
  expect(heard.texts.filter((text) => !/^(first|state \d+)$/.test(text))).toEqual([])
  expect(settled(await watcher.ask('echo', bytesOf('three'), LONG_MS))).toBe('three')
  await other.flush()
  expect(told).toEqual([])
  expect(logged.filter(({ event }) => event === 'bus-stranger').map(({ data }) => data.alarm)).toEqual([true, true])
  await other.close()
})

test('[SEC-93] an epoch that was never given out is refused, and silences nobody', async () => {
  const given = new GivenEpochs({ clock, log })
  let highest = 1
  given.ask({ epochOf: async () => highest })
  const isGiven = (topic: string, epoch: number) => given.isGiven(`lease of ${topic}`, epoch)
  const [publisher, mad, watcher] = [member(), member(), member(nats.url, clock, { isGiven })]
  await whole(publisher, mad, watcher)
  const heard = new Heard(watcher, TOPIC)
  publisher.publishState(TOPIC, at(1, 1), bytesOf('first'))
  await until(() => heard.last === 'first')
  mad.publishState(TOPIC, at(1, 2 ** 53 - 1), bytesOf('mad'))
  await until(() => times('bus-epoch-refused') === 1)
  publisher.publishState(TOPIC, at(2, 1), bytesOf('second'))
  await until(() => heard.last === 'second')
  highest = 2
  publisher.publishState(TOPIC, at(1, 2), bytesOf('of the next leader'))
  await until(() => heard.last === 'of the next leader')
  expect(heard.texts).toEqual(['first', 'second', 'of the next leader'])
})

test('a server that takes less in one message still carries states whole; questions above it are refused', async () => {
  await nats.remove()
  if (program !== null) nats = await NatsServer.started(program, 'max_payload: 4096')
  const [publisher, watcher] = [member(), member()]
  await whole(publisher, watcher)
  const heard = new Heard(watcher, TOPIC)
  publisher.serve(TOPIC, async (bytes) => (textOf(bytes) === 'long' ? new Uint8Array(4_096) : bytes))
  publisher.publishState(TOPIC, at(1), new Uint8Array(3_000_000))
  await until(() => heard.lengths[0] === 3_000_000)
  expect(settled(await watcher.ask(TOPIC, new Uint8Array(4_096), LONG_MS))).toBe('too-large')
  expect(settled(await watcher.ask(TOPIC, bytesOf('long'), LONG_MS))).toBe('too-large')
  expect(settled(await watcher.ask(TOPIC, bytesOf('x'.repeat(4_000)), LONG_MS))).toHaveLength(4_000)
  // The server's limits refused nothing.
  expect(watcher.isConnected && publisher.isConnected).toBe(true)
})

test('name and password of the address are told, and a refusal is said once', async () => {
  await nats.remove()
  const users = 'authorization { users: [{ user: "makas", password: "p@ss:word" }] }'
  if (program !== null) nats = await NatsServer.started(program, users)
  const host = `127.0.0.1:${nats.port}`
  const [known, unknown] = [member(`nats://makas:p%40ss%3Aword@${host}`), member(`nats://makas:wrong@${host}`)]
  await whole(known)
  await until(() => times('bus-cut') === 1)
  // Four more tries, which say nothing.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(unknown.isConnected).toBe(false)
  expect(times('bus-cut')).toBe(1)
  expect(JSON.stringify(logged)).not.toMatch(/p@ss|wrong/)
})

test('takes calls while its connection is closing', async () => {
  const bus = member()
  await whole(bus)
  let isOver = false
  const stopped = bus.stop().then(() => {
    isOver = true
  })
  for (let nth = 0; !isOver; nth++) {
    bus.serve(TOPIC, async (bytes) => bytes)()
    bus.watchState(TOPIC, () => undefined)()
    bus.publishState(`${TOPIC}.${nth}`, at(1), bytesOf('one'))
    await Promise.resolve()
    if (nth % 50 === 49) await new Promise((resolve) => setImmediate(resolve))
  }
  await stopped
})
