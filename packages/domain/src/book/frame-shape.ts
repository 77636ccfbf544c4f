import { constant, inWords, openShape, renew, words } from './core.ts'

/** Numbers of a frame beside its levels; `ignored`: a number that is not used. */
type NumberField = 'time' | 'first' | 'last' | 'previous' | 'checksum' | 'ignored'

/** How an exchange writes levels. */
type LevelsForm =
  /** `["price","size"]`, every number with eight decimals. */
  | { readonly kind: 'padded' }
  /**
   * `["price","size",…]`, numbers of any length, with `ignored` further texts of digits behind the size; `keeps`: the
   * texts are kept for a checksum.
   */
  | { readonly kind: 'texts'; readonly keeps: boolean; readonly ignored: number }
  /**
   * `{"price":number,"qty":number}`; `keeps`: the texts are kept for a checksum; else trailing zeros do not count as
   * decimals.
   */
  | { readonly kind: 'objects'; readonly keeps: boolean }

/** One step through a frame, from its beginning to its end. */
export type ShapeStep =
  | { readonly step: 'text'; readonly text: string }
  /** A text that may be absent, together with the next `with` steps. */
  | { readonly step: 'maybe'; readonly text: string; readonly with: number }
  /** The name of the book, up to a quotation mark; `quotes` marks are part of the name. It comes before all levels. */
  | { readonly step: 'name'; readonly quotes: number }
  /** The other name that the book was registered with. */
  | { readonly step: 'other-name' }
  | { readonly step: 'integer'; readonly field: NumberField }
  /** An integer that may have a minus. */
  | { readonly step: 'signed'; readonly field: NumberField }
  /** The time in ISO 8601, UTC. */
  | { readonly step: 'iso-time' }
  /** The side of the only level: `buy` or `sell`, without the quotation marks. */
  | { readonly step: 'side' }
  /** The only level, `price,"qty":size`; trailing zeros do not count as decimals. It comes behind name and side. */
  | { readonly step: 'level' }
  | { readonly step: 'levels'; readonly side: 'bids' | 'asks'; readonly form: LevelsForm }

/** The rule by which a delta is next in sequence for its book. */
type SequenceRule =
  | 'first-is-next'
  /** Only where the book is synchronised: a delta has been applied after its snapshot already. */
  | 'synchronised-by-previous'
  /** Also where neither the delta nor the book has an id. An empty delta is never next. */
  | 'previous-is-last'
  | 'last-is-next'
  /** The frame has no ids: its checksum is the proof. */
  | 'by-checksum'

/**
 * The rule by which a snapshot replaces its book: always, or where its id differs from the book's. An empty snapshot
 * never replaces a book.
 */
type ReplacementRule = 'replaces' | 'replaces-other'

/** An exchange's checksum of a book: a CRC-32 that begins with a state and covers a number of levels of each side. */
export type Checksum = {
  /**
   * The digits of the levels, or pairs of texts (`book-checksum.ts`); a checksum of pairs proves nothing where it is 0.
   */
  readonly over: 'digits' | 'pairs'
  readonly start: number
  readonly covered: number
}

/**
 * A frame shape that the core knows, by its address there. Its rule says whether it is a shape of deltas or of
 * snapshots.
 */
export type FrameShape = { readonly address: number }

/** Offsets of a shape's fields in the core, in 32-bit words. */
const RULE = inWords('SHAPE_RULE')
const CHECKSUM = inWords('SHAPE_CHECKSUM')
const CHECKSUM_START = inWords('SHAPE_CHECKSUM_START')
const CHECKSUM_LEVELS = inWords('SHAPE_CHECKSUM_LEVELS')
const STEPS = inWords('SHAPE_HEAD_BYTES')
const STEP = inWords('STEP_BYTES')
const KIND = inWords('STEP_KIND')
const ARGUMENT = inWords('STEP_ARGUMENT')
const TEXT_LENGTH = inWords('STEP_TEXT_LENGTH')
const TEXT = inWords('STEP_TEXT')
/** Most bytes of a step's text. */
const LONGEST_TEXT = constant('STEP_TEXT_BYTES')

const KINDS = {
  text: constant('STEP_IS_TEXT'),
  maybe: constant('STEP_MAY_BE_TEXT'),
  name: constant('STEP_IS_NAME'),
  'other-name': constant('STEP_IS_OTHER_NAME'),
  integer: constant('STEP_IS_INTEGER'),
  signed: constant('STEP_IS_SIGNED'),
  'iso-time': constant('STEP_IS_ISO_TIME'),
  side: constant('STEP_IS_SIDE'),
  level: constant('STEP_IS_LEVEL'),
} as const
const FORMS = {
  padded: constant('STEP_IS_PADDED'),
  texts: constant('STEP_IS_TEXTS'),
  objects: constant('STEP_IS_OBJECTS'),
} as const
const END = constant('STEP_END')
const ARE_ASKS = constant('LEVELS_ARE_ASKS')
const KEEP_TEXTS = constant('LEVELS_KEEP_TEXTS')
const IGNORED_BITS = constant('LEVELS_IGNORED_BITS')
const FIELDS = {
  time: constant('NUMBER_TIME'),
  first: constant('NUMBER_FIRST'),
  last: constant('NUMBER_LAST'),
  previous: constant('NUMBER_PREVIOUS'),
  checksum: constant('NUMBER_CHECKSUM'),
  ignored: constant('NUMBER_IGNORED'),
} as const
const RULES = {
  'first-is-next': constant('FIRST_IS_NEXT'),
  'previous-is-last': constant('PREVIOUS_IS_LAST'),
  'last-is-next': constant('LAST_IS_NEXT'),
  'by-checksum': constant('BY_CHECKSUM'),
  'synchronised-by-previous': constant('SYNCHRONISED_BY_PREVIOUS'),
  replaces: constant('REPLACES'),
  'replaces-other': constant('REPLACES_OTHER'),
} as const
const NO_CHECKSUM = constant('CHECKSUM_NONE')
const CHECKSUMS = { digits: constant('CHECKSUM_DIGITS'), pairs: constant('CHECKSUM_PAIRS') } as const

/**
 * Writes a frame shape into the core, with the checksum that proves its frames, if any. A text is printable ASCII. A
 * text of more than 48 characters becomes several steps, so a `maybe` must not leave it out.
 */
export function frameShape(
  rule: SequenceRule | ReplacementRule,
  checksum: Checksum | null,
  steps: readonly ShapeStep[],
): FrameShape {
  const parts = steps.flatMap(shortened)
  const address = openShape(parts.length + 1)
  renew()
  const head = address >> 2
  words[head + RULE] = RULES[rule]
  words[head + CHECKSUM] = checksum === null ? NO_CHECKSUM : CHECKSUMS[checksum.over]
  words[head + CHECKSUM_START] = checksum?.start ?? 0
  words[head + CHECKSUM_LEVELS] = checksum?.covered ?? 0
  for (const [index, part] of parts.entries()) {
    const at = head + STEPS + index * STEP
    const { kind, argument, text } = encoded(part)
    words[at + KIND] = kind
    words[at + ARGUMENT] = argument
    words[at + TEXT_LENGTH] = text.length
    for (let word = 0; word * 4 < text.length; word++) words[at + TEXT + word] = wordOf(text, word * 4)
  }
  words[head + STEPS + parts.length * STEP + KIND] = END
  return { address }
}

function shortened(step: ShapeStep): ShapeStep[] {
  if (step.step !== 'text' || step.text.length <= LONGEST_TEXT) return [step]
  const rest = { step: 'text', text: step.text.slice(LONGEST_TEXT) } as const
  return [{ step: 'text', text: step.text.slice(0, LONGEST_TEXT) }, ...shortened(rest)]
}

function encoded(step: ShapeStep): { kind: number; argument: number; text: string } {
  switch (step.step) {
    case 'text':
      return { kind: KINDS.text, argument: 0, text: step.text }
    case 'maybe':
      return { kind: KINDS.maybe, argument: step.with, text: step.text }
    case 'name':
      return { kind: KINDS.name, argument: step.quotes, text: '' }
    case 'integer':
    case 'signed':
      return { kind: KINDS[step.step], argument: FIELDS[step.field], text: '' }
    case 'levels': {
      const { form } = step
      const side = step.side === 'asks' ? ARE_ASKS : 0
      const keeps = form.kind !== 'padded' && form.keeps ? KEEP_TEXTS : 0
      const ignored = form.kind === 'texts' ? form.ignored << IGNORED_BITS : 0
      return { kind: FORMS[form.kind], argument: side | keeps | ignored, text: '' }
    }
    default:
      return { kind: KINDS[step.step], argument: 0, text: '' }
  }
}

function wordOf(text: string, from: number): number {
  let word = 0
  for (let offset = 3; offset >= 0; offset--) {
    word = (word << 8) | (from + offset < text.length ? text.charCodeAt(from + offset) : 0)
  }
  return word
}
