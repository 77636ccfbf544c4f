import { type FrameShape, frameShape, type ShapeStep } from '@makas/domain'

const LEVELS = { kind: 'texts', keeps: false, dead: 0 } as const

/** The usual change of a book, with its type and its time in the order of its market. */
function change(typeAndTime: readonly ShapeStep[]): FrameShape {
  return frameShape('last-is-next', null, [
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
    { step: 'integer', field: 'dead' },
    { step: 'text', text: '}' },
    // The matching engine's time, which counts where it is there.
    { step: 'maybe', text: ',"cts":', with: 1 },
    { step: 'integer', field: 'time' },
    { step: 'text', text: '}' },
  ])
}

export const CHANGES: Readonly<Record<'spot' | 'perp', FrameShape>> = {
  spot: change([
    { step: 'text', text: '","ts":' },
    { step: 'integer', field: 'time' },
    { step: 'text', text: ',"type":"delta"' },
  ]),
  perp: change([
    { step: 'text', text: '","type":"delta","ts":' },
    { step: 'integer', field: 'time' },
  ]),
}
