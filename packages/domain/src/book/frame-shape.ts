import { openShape, renew, words } from './core.ts'

/** Numbers that a frame has beside its levels; `dead` ones are skipped. */
type NumberField = 'time' | 'first' | 'last' | 'previous' | 'checksum' | 'dead'

/** How an exchange writes levels. */
type LevelsForm =
  /** `["price","size"]`, every number with eight decimals. */
  | { readonly kind: 'padded' }
  /**
   * `["price","size",…]`, numbers of any length, with `dead` texts of digits behind the size; `keeps`: the texts are kept
   * for a checksum.
   */
  | { readonly kind: 'texts'; readonly keeps: boolean; readonly dead: number }
  /** `{"price":number,"qty":number}`; the texts are kept. */
  | { readonly kind: 'objects' }

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
  | { readonly step: 'levels'; readonly side: 'bids' | 'asks'; readonly form: LevelsForm }

/** The rule by which a delta is next in sequence for its book. */
type SequenceRule =
  | 'first-is-next'
  /** Only where the book is synchronised: a change has been applied after its snapshot already. */
  | 'synchronised-by-previous'
  /** Or neither the delta nor the book has an id. An empty delta is never next. */
  | 'previous-is-last'
  | 'last-is-next'
  /** The frame has no ids: its checksum is the proof. */
  | 'by-checksum'

/** What an exchange's checksum of a book is: a CRC-32 that begins with a state and covers so many levels of each side. */
export type Checksum = {
  /** The digits of the levels, or pairs of texts (`book-sums.ts`); the latter says nothing where it is 0. */
  readonly over: 'digits' | 'pairs'
  readonly start: number
  readonly covered: number
}

/** A shape of frames that the core knows, by its address there. */
export type FrameShape = { readonly address: number }

const HEAD_WORDS = 16
const STEP_WORDS = 16
const TEXT_WORDS = 4
const LONGEST_TEXT = 48
const KINDS = { text: 0, maybe: 1, name: 2, 'other-name': 3, integer: 4, signed: 5, 'iso-time': 6 } as const
const FORMS = { padded: 7, texts: 8, objects: 9 } as const
const END = 10
const FIELDS = { time: 0, first: 8, last: 16, previous: 24, checksum: 32, dead: 40 } as const
const RULES = {
  'first-is-next': 0,
  'previous-is-last': 1,
  'last-is-next': 2,
  'by-checksum': 3,
  'synchronised-by-previous': 4,
} as const
const NO_CHECKSUM = 0
const CHECKSUMS = { digits: 1, pairs: 2 } as const

/**
 * Tells the core a shape of frames, with the checksum that proves them, if any. A text is printable ASCII; one of more than 48 characters becomes several steps, so
 * it must not be one of those that a `maybe` leaves out.
 */
export function frameShape(rule: SequenceRule, checksum: Checksum | null, steps: readonly ShapeStep[]): FrameShape {
  const parts = steps.flatMap(shortened)
  const address = openShape(parts.length + 1)
  renew()
  const head = address >> 2
  words[head] = RULES[rule]
  words[head + 1] = checksum === null ? NO_CHECKSUM : CHECKSUMS[checksum.over]
  words[head + 2] = checksum?.start ?? 0
  words[head + 3] = checksum?.covered ?? 0
  for (const [index, part] of parts.entries()) {
    const at = head + HEAD_WORDS + index * STEP_WORDS
    const { kind, argument, text } = encoded(part)
    words[at] = kind
    words[at + 1] = argument
    words[at + 2] = text.length
    for (let word = 0; word * 4 < text.length; word++) words[at + TEXT_WORDS + word] = wordOf(text, word * 4)
  }
  words[head + HEAD_WORDS + parts.length * STEP_WORDS] = END
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
      const isAsks = step.side === 'asks' ? 1 : 0
      const argument = form.kind === 'texts' ? isAsks | (form.keeps ? 2 : 0) | (form.dead << 2) : isAsks
      return { kind: FORMS[form.kind], argument, text: '' }
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
