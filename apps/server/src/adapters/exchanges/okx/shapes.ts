import { type FrameShape, frameShape } from '@makas/domain'
import { CHECKSUM } from './checksum.ts'

/** Behind the size: a dead text and the number of orders. */
const LEVELS = { kind: 'texts', keeps: true, dead: 2 } as const

/** The usual change of a book, with its ids and a checksum of zero, or from before there were ids, with its checksum. */
export const CHANGE: FrameShape = frameShape('previous-is-last', CHECKSUM, [
  { step: 'text', text: '{"arg":{"channel":"' },
  // The channel and the instrument, with what stands between them.
  { step: 'name', quotes: 4 },
  { step: 'text', text: '"},"action":"update","data":[{"asks":' },
  { step: 'levels', side: 'asks', form: LEVELS },
  { step: 'text', text: ',"bids":' },
  { step: 'levels', side: 'bids', form: LEVELS },
  { step: 'text', text: ',"ts":"' },
  { step: 'integer', field: 'time' },
  { step: 'text', text: '"' },
  { step: 'maybe', text: ',"checksum":', with: 1 },
  { step: 'signed', field: 'checksum' },
  { step: 'maybe', text: ',"seqId":', with: 1 },
  { step: 'integer', field: 'last' },
  { step: 'maybe', text: ',"prevSeqId":', with: 1 },
  { step: 'signed', field: 'previous' },
  { step: 'text', text: '}]}' },
])
