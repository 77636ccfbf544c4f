import { type FrameShape, frameShape, type ShapeStep } from '@makas/domain'
import type { UsualFrames } from '../_shared/parse/book-updater.ts'
import { CHECKSUM } from './checksum.ts'

/** Spot levels keep their texts, which the checksum covers. */
const LEVELS = { kind: 'objects', keeps: true } as const
/** Futures levels have no checksum, and their numbers look like `320.0`. */
const FUTURES_LEVELS = { kind: 'objects', keeps: false } as const

/** A frame of one spot book (WebSocket v2). */
const frame = (type: string): readonly ShapeStep[] => [
  { step: 'text', text: `{"channel":"book","type":"${type}","data":[{"symbol":"` },
  { step: 'name', quotes: 0 },
  { step: 'text', text: '","bids":' },
  { step: 'levels', side: 'bids', form: LEVELS },
  { step: 'text', text: ',"asks":' },
  { step: 'levels', side: 'asks', form: LEVELS },
  { step: 'text', text: ',"checksum":' },
  { step: 'integer', field: 'checksum' },
  { step: 'text', text: ',"timestamp":"' },
  { step: 'iso-time' },
  { step: 'text', text: '"}]}' },
]

export const USUAL: UsualFrames = {
  change: frameShape('by-checksum', CHECKSUM, frame('update')),
  snapshot: frameShape('replaces', CHECKSUM, frame('snapshot')),
}

/** The usual change of a futures book (WebSocket v1): one level. */
const FUTURES_CHANGE: FrameShape = frameShape('last-is-next', null, [
  { step: 'text', text: '{"feed":"book","product_id":"' },
  { step: 'name', quotes: 0 },
  { step: 'text', text: '","side":"' },
  { step: 'side' },
  { step: 'text', text: '","seq":' },
  { step: 'integer', field: 'last' },
  { step: 'text', text: ',"price":' },
  { step: 'level' },
  { step: 'text', text: ',"timestamp":' },
  { step: 'integer', field: 'time' },
  { step: 'text', text: '}' },
])

/** The usual snapshot of a futures book, with all its levels. */
const FUTURES_SNAPSHOT: FrameShape = frameShape('replaces', null, [
  { step: 'text', text: '{"feed":"book_snapshot","product_id":"' },
  { step: 'name', quotes: 0 },
  { step: 'text', text: '","timestamp":' },
  { step: 'integer', field: 'time' },
  { step: 'text', text: ',"seq":' },
  { step: 'integer', field: 'last' },
  { step: 'text', text: ',"tickSize":null,"bids":' },
  { step: 'levels', side: 'bids', form: FUTURES_LEVELS },
  { step: 'text', text: ',"asks":' },
  { step: 'levels', side: 'asks', form: FUTURES_LEVELS },
  { step: 'text', text: '}' },
])

export const USUAL_FUTURES: UsualFrames = { change: FUTURES_CHANGE, snapshot: FUTURES_SNAPSHOT }
