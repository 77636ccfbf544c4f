import { type FrameShape, frameShape } from '@makas/domain'
import { CHECKSUM } from './checksum.ts'

const LEVELS = { kind: 'objects' } as const

/** The usual change of a spot book (WebSocket v2). */
export const CHANGE: FrameShape = frameShape('by-checksum', CHECKSUM, [
  { step: 'text', text: '{"channel":"book","type":"update","data":[{"symbol":"' },
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
])

/** The usual change of a futures book (WebSocket v1): one level. */
export const FUTURES_CHANGE: FrameShape = frameShape('last-is-next', null, [
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
