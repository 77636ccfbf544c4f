import { type FrameShape, frameShape, type ShapeStep } from '@makas/domain'
import type { UsualFrames } from '../_shared/parse/book-updater.ts'
import { CHECKSUM } from './checksum.ts'

/** Behind the size: a dead text and the number of orders. */
const LEVELS = { kind: 'texts', keeps: true, dead: 2 } as const

/** What all frames have between their beginning and what follows on `ts`, with their action. */
const levels = (action: string): readonly ShapeStep[] => [
  { step: 'text', text: '{"arg":{"channel":"' },
  // The channel and the instrument, with what stands between them.
  { step: 'name', quotes: 4 },
  { step: 'text', text: `"},"action":"${action}","data":[{"asks":` },
  { step: 'levels', side: 'asks', form: LEVELS },
  { step: 'text', text: ',"bids":' },
  { step: 'levels', side: 'bids', form: LEVELS },
  { step: 'text', text: ',"ts":"' },
  { step: 'integer', field: 'time' },
  { step: 'text', text: '"' },
]

/** The usual change of a book, with its ids and a checksum of zero, or from before there were ids, with its checksum. */
const CHANGE: FrameShape = frameShape('previous-is-last', CHECKSUM, [
  ...levels('update'),
  { step: 'maybe', text: ',"checksum":', with: 1 },
  { step: 'signed', field: 'checksum' },
  { step: 'maybe', text: ',"seqId":', with: 1 },
  { step: 'integer', field: 'last' },
  { step: 'maybe', text: ',"prevSeqId":', with: 1 },
  { step: 'signed', field: 'previous' },
  { step: 'text', text: '}]}' },
])

/** The usual snapshot, of either time: it follows on nothing, so that its `prevSeqId` is -1. */
const SNAPSHOT: FrameShape = frameShape('replaces', CHECKSUM, [
  ...levels('snapshot'),
  { step: 'maybe', text: ',"checksum":', with: 1 },
  { step: 'signed', field: 'checksum' },
  { step: 'maybe', text: ',"seqId":', with: 2 },
  { step: 'integer', field: 'last' },
  { step: 'text', text: ',"prevSeqId":-1' },
  { step: 'text', text: '}]}' },
])

export const USUAL: UsualFrames = { change: CHANGE, snapshot: SNAPSHOT }
