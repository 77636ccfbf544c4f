import { frameShape, type ShapeStep } from '@makas/domain'
import type { UsualFrames } from '../_shared/parse/book-updater.ts'

const LEVELS = { kind: 'texts', keeps: false, ignored: 0 } as const

/** A frame of a book, with its type and its time in the order of its market. */
function frame(typeAndTime: readonly ShapeStep[]): readonly ShapeStep[] {
  return [
    { step: 'text', text: '{"topic":"' },
    { step: 'name', quotes: 0 },
    ...typeAndTime,
    { step: 'text', text: ',"data":{"s":"' },
    { step: 'other-name' },
    { step: 'text', text: '","b":' },
    { step: 'levels', side: 'bids', form: LEVELS },
    { step: 'text', text: ',"a":' },
    { step: 'levels', side: 'asks', form: LEVELS },
    { step: 'text', text: ',"u":' },
    { step: 'integer', field: 'last' },
    { step: 'text', text: ',"seq":' },
    { step: 'integer', field: 'ignored' },
    { step: 'text', text: '}' },
    // The matching engine's time, used where it is present.
    { step: 'maybe', text: ',"cts":', with: 1 },
    { step: 'integer', field: 'time' },
    { step: 'text', text: '}' },
  ]
}

const spot = (type: string) =>
  frame([
    { step: 'text', text: '","ts":' },
    { step: 'integer', field: 'time' },
    { step: 'text', text: `,"type":"${type}"` },
  ])
const perp = (type: string) =>
  frame([
    { step: 'text', text: `","type":"${type}","ts":` },
    { step: 'integer', field: 'time' },
  ])

/** The usual frames. A snapshot with its book's own id is a repeat, which the general parser reads. */
export const USUAL: Readonly<Record<'spot' | 'perp', UsualFrames>> = {
  spot: {
    change: frameShape('last-is-next', null, spot('delta')),
    snapshot: frameShape('replaces-other', null, spot('snapshot')),
  },
  perp: {
    change: frameShape('last-is-next', null, perp('delta')),
    snapshot: frameShape('replaces-other', null, perp('snapshot')),
  },
}
