import { type FrameShape, frameShape, type ShapeStep } from '@makas/domain'
import type { UsualFrames } from '../_shared/parse/book-updater.ts'
import { CHECKSUM } from './checksum.ts'
import { UNUSED_FIELDS } from './wire.ts'

const LEVELS = { kind: 'texts', keeps: true, ignored: UNUSED_FIELDS } as const

/** The beginning of a frame of the given action, up to and with its levels. */
const levels = (action: string): readonly ShapeStep[] => [
  { step: 'text', text: '{"arg":{"channel":"' },
  // The name in the symbol table: channel and instrument, with the text between them.
  { step: 'name', quotes: 4 },
  { step: 'text', text: `"},"action":"${action}","data":[{"asks":` },
  { step: 'levels', side: 'asks', form: LEVELS },
  { step: 'text', text: ',"bids":' },
  { step: 'levels', side: 'bids', form: LEVELS },
  { step: 'text', text: ',"ts":"' },
  { step: 'integer', field: 'time' },
  { step: 'text', text: '"' },
]

/** The usual change of a book, with ids and a checksum; since June 2026 the checksum is zero. */
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

/** The usual snapshot, of both forms; its `prevSeqId` is -1. */
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
