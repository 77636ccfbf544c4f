import { type FrameShape, frameShape, type ShapeStep } from '@makas/domain'
import type { UsualFrames } from '../_shared/parse/book-updater.ts'

type LevelsForm = Extract<ShapeStep, { readonly step: 'levels' }>['form']

/** Spot writes eight decimals, USDT-M as many as its tick and step have. */
const PADDED: LevelsForm = { kind: 'padded' }
const PLAIN: LevelsForm = { kind: 'texts', keeps: false, ignored: 0 }

/** The end of both markets' events, after the ids. */
const sides = (form: LevelsForm): readonly ShapeStep[] => [
  { step: 'text', text: ',"b":' },
  { step: 'levels', side: 'bids', form },
  { step: 'text', text: ',"a":' },
  { step: 'levels', side: 'asks', form },
]

const IDS: readonly ShapeStep[] = [
  { step: 'integer', field: 'first' },
  { step: 'text', text: ',"u":' },
  { step: 'integer', field: 'last' },
]

function spotEvent(name: ShapeStep): readonly ShapeStep[] {
  return [
    { step: 'text', text: '{"e":"depthUpdate","E":' },
    { step: 'integer', field: 'time' },
    { step: 'text', text: ',"s":"' },
    name,
    { step: 'text', text: '","U":' },
    ...IDS,
    ...sides(PADDED),
    { step: 'text', text: '}' },
  ]
}

/** USDT-M's event, with the transaction's time and, since 2026, the pair and its type. */
function perpEvent(name: ShapeStep): readonly ShapeStep[] {
  return [
    { step: 'text', text: '{"e":"depthUpdate","E":' },
    { step: 'integer', field: 'time' },
    { step: 'text', text: ',"T":' },
    { step: 'integer', field: 'ignored' },
    { step: 'text', text: ',"s":"' },
    name,
    { step: 'text', text: '"' },
    { step: 'maybe', text: ',"ps":"', with: 3 },
    { step: 'other-name' },
    { step: 'text', text: '","st":' },
    { step: 'integer', field: 'ignored' },
    { step: 'text', text: ',"U":' },
    ...IDS,
    { step: 'text', text: ',"pu":' },
    { step: 'integer', field: 'previous' },
    ...sides(PLAIN),
    { step: 'text', text: '}' },
  ]
}

/** An event after its stream's name, whose symbol must be the stream's. */
function inStreamEnvelope(event: (name: ShapeStep) => readonly ShapeStep[]): readonly ShapeStep[] {
  return [
    { step: 'text', text: '{"stream":"' },
    { step: 'name', quotes: 0 },
    { step: 'text', text: '","data":' },
    ...event({ step: 'other-name' }),
    { step: 'text', text: '}' },
  ]
}

const NAME: ShapeStep = { step: 'name', quotes: 0 }

const change = (rule: 'first-is-next' | 'synchronised-by-previous', steps: readonly ShapeStep[]): UsualFrames => ({
  change: frameShape(rule, null, steps),
  snapshot: null,
})

/**
 * The usual changes of a market's books, on sockets whose frames name their stream (`named`) and on others (`bare`).
 * Snapshots come by REST.
 */
export const USUAL: Readonly<Record<'spot' | 'perp', Readonly<Record<'bare' | 'named', UsualFrames>>>> = {
  spot: {
    bare: change('first-is-next', spotEvent(NAME)),
    named: change('first-is-next', inStreamEnvelope(spotEvent)),
  },
  perp: {
    bare: change('synchronised-by-previous', perpEvent(NAME)),
    named: change('synchronised-by-previous', inStreamEnvelope(perpEvent)),
  },
}

/** The usual REST book after its name (`restName`), which we put before the body: it names no book itself. */
function body(form: LevelsForm): FrameShape {
  return frameShape('replaces', null, [
    { step: 'name', quotes: 1 },
    { step: 'text', text: '"{"lastUpdateId":' },
    { step: 'integer', field: 'last' },
    // USDT-M sends two times.
    { step: 'maybe', text: ',"E":', with: 3 },
    { step: 'integer', field: 'ignored' },
    { step: 'text', text: ',"T":' },
    { step: 'integer', field: 'ignored' },
    { step: 'text', text: ',"bids":' },
    { step: 'levels', side: 'bids', form },
    { step: 'text', text: ',"asks":' },
    { step: 'levels', side: 'asks', form },
    { step: 'text', text: '}' },
  ])
}

export const REST_BOOK: Readonly<Record<'spot' | 'perp', FrameShape>> = { spot: body(PADDED), perp: body(PLAIN) }
