import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MessageCodes } from '../../adapters/bus/message-codes.ts'
import { FrameReader, framesOf } from '../../adapters/bus/state-frames.ts'
import { publicationBytes, publicationIn } from './publication-codec.ts'
import { ANSWERS, NodeQuestion } from './questions.ts'
import { fromBytes, toBytes } from './value-codec.ts'

/*
 * What processes of two versions say to each other while one replaces the other (reliability-matrix.md M5): a field that a
 * reader does not know is left out of account; one that a later version adds is optional, with a meaning where it is missing;
 * a kind that a reader does not know is no news, no question and no answer; frames of another format are refused whole.
 * The samples were written by the version that first had a field or kind. They are added to, and never written anew: where
 * one cannot be read any more, nodes of the version before cannot either.
 */
const SAMPLES = join(import.meta.dirname, 'fixtures')
const sample = (name: string, format = 1): unknown =>
  JSON.parse(readFileSync(join(SAMPLES, `format-${format}`, `${name}.json`), 'utf8'))
const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** Adds an unknown field to every object; objects under `plain` are maps with names of our own and get none. */
function grown(value: unknown, plain: readonly string[] = ['evidence', 'closed', 'labels', '$map', '$big']): unknown {
  if (Array.isArray(value)) return value.map((one) => grown(one, plain))
  if (typeof value !== 'object' || value === null) return value
  if ('$map' in value || '$big' in value) return value
  const fields = Object.entries(value).map(([name, one]) => [name, plain.includes(name) ? one : grown(one, plain)])
  return { ...Object.fromEntries(fields), later: { of: ['a later version'] } }
}

test.each(['state', 'frozen'])(
  '[M5] a stored %s is read as it was sent, also with further fields, and is what we send',
  (kind) => {
    const stored = sample(`news-${kind}`)
    expect(publicationIn(bytesOf(stored))).toEqual(stored)
    expect(publicationIn(bytesOf(grown(stored)))).toEqual(stored)
    const told = publicationIn(bytesOf(stored))
    expect(told === null ? null : JSON.parse(new TextDecoder().decode(publicationBytes(told)))).toEqual(stored)
  },
)

type StoredNews = { readonly of: number; readonly news: { readonly state: { readonly tally: unknown } } }

test.each(['state', 'frozen'])('[M5] a %s without shards comes from an engine with all coins', (kind) => {
  const stored = sample(`news-${kind}`) as StoredNews
  const { of: _of, news, ...others } = stored
  const { tally: _tally, ...state } = news.state
  expect(publicationIn(bytesOf({ ...others, news: { ...news, state } }))).toEqual({
    ...others,
    ...{ of: 1, news: { ...news, state: { ...state, tally: null } } },
  })
})

const QUESTIONS = sample('questions') as { readonly kind: string }[]

test.each(QUESTIONS)(
  '[M5] the stored question $kind is read, also with further fields, and is what we ask',
  (stored) => {
    const read = NodeQuestion.safeParse(fromBytes(bytesOf(stored))).data
    expect(read?.kind).toBe(stored.kind)
    expect(JSON.parse(new TextDecoder().decode(toBytes(read)))).toEqual(stored)
    expect(NodeQuestion.safeParse(fromBytes(bytesOf(grown(stored)))).data).toEqual(read)
  },
)

const ANSWERED = Object.entries(sample('answers') as Record<string, unknown[]>).flatMap(([kind, all]) =>
  all.map((stored) => ({ kind: kind as keyof typeof ANSWERS, stored })),
)

test.each(ANSWERED)(
  '[M5] a stored answer to $kind is read, also with further fields, and is what we answer',
  ({ kind, stored }) => {
    const read = ANSWERS[kind].safeParse(fromBytes(bytesOf(stored)))
    expect(read.success).toBe(true)
    expect(JSON.parse(new TextDecoder().decode(toBytes(read.data)))).toEqual(stored)
    expect(ANSWERS[kind].safeParse(fromBytes(bytesOf(grown(stored)))).data).toEqual(read.data)
  },
)

test('[M5] there is a sample of every kind of question and of its answers', () => {
  const kinds = Object.keys(ANSWERS).sort()
  expect(QUESTIONS.map(({ kind }) => kind).sort()).toEqual(kinds)
  expect([...new Set(ANSWERED.map(({ kind }) => kind))].sort()).toEqual(kinds)
})

test('[M5] kinds of a later version are no news, no question and no answer; its frames are refused', () => {
  const state = sample('news-state') as { readonly news: object }
  expect(publicationIn(bytesOf({ ...state, news: { ...state.news, kind: 'later' } }))).toBeNull()
  expect(NodeQuestion.safeParse({ kind: 'later' }).success).toBe(false)
  expect(ANSWERS.evidence.safeParse({ kind: 'later' }).success).toBe(false)
  // The stored frames of format 1, without a code, and of format 2, whose mark is `MKS2`.
  const [first, stored] = [1, 2].map((format) => Buffer.from(String(sample('frame', format)), 'hex')) as [
    Buffer,
    Buffer,
  ]
  const codes = new MessageCodes(() => [Buffer.alloc(32, 5)]).of('state', 'market.0.state')
  const [told] = framesOf(codes, 7n, { epoch: 3, count: 5 }, new TextEncoder().encode('state'), 1_000) ?? []
  expect(Buffer.from(told ?? []).toString('hex')).toBe(stored.toString('hex'))
  expect(new FrameReader(codes).read(stored)).toMatchObject({ kind: 'whole', version: { epoch: 3, count: 5 } })
  for (const other of [first, stored.with(3, '3'.charCodeAt(0))])
    expect(new FrameReader(codes).read(other)).toEqual({ kind: 'malformed' })
})
