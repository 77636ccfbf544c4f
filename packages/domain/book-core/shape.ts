/*
 * A shape of frames as it lies in memory: the host writes it once from what an exchange says of its frames, and `applyDelta` steps
 * through it with every frame. A head, then one record a step, the last of which is `STEP_END`.
 */

/** Of the head: by which rule a change follows, and what its checksum is over. Its length is one cache line of 64 bytes. */
export const SHAPE_RULE: usize = 0
export const SHAPE_CHECKSUM: usize = 4
/** With which state the checksum begins, and how many levels of each side it covers. */
export const SHAPE_CHECKSUM_START: usize = 8
export const SHAPE_CHECKSUM_LEVELS: usize = 12
export const SHAPE_HEAD_BYTES: usize = 64

/** Of a step: its kind, its argument, and the length and bytes of its text. A step is one cache line. */
export const STEP_KIND: usize = 0
export const STEP_ARGUMENT: usize = 4
export const STEP_TEXT_LENGTH: usize = 8
export const STEP_TEXT: usize = 16
export const STEP_BYTES: usize = 64
export const STEP_TEXT_BYTES: usize = STEP_BYTES - STEP_TEXT

/** Kinds of steps. The argument says how many steps an absent text leaves out, the quotes within a name, or where a number goes. */
export const STEP_IS_TEXT: u32 = 0
export const STEP_MAY_BE_TEXT: u32 = 1
export const STEP_IS_NAME: u32 = 2
export const STEP_IS_OTHER_NAME: u32 = 3
export const STEP_IS_INTEGER: u32 = 4
export const STEP_IS_SIGNED: u32 = 5
export const STEP_IS_ISO_TIME: u32 = 6
export const STEP_IS_PADDED: u32 = 7
export const STEP_IS_TEXTS: u32 = 8
export const STEP_IS_OBJECTS: u32 = 9
/** The side of the one level that a frame has, and that level. */
export const STEP_IS_SIDE: u32 = 10
export const STEP_IS_LEVEL: u32 = 11
export const STEP_END: u32 = 12

/** The argument of levels: the side, whether texts are kept, and from which bit on how many texts say nothing. */
export const LEVELS_ARE_ASKS: u32 = 1
export const LEVELS_KEEP_TEXTS: u32 = 2
export const LEVELS_DEAD_BITS: u32 = 2

/** Where the numbers of a frame go: time, first, last and previous update, checksum, and one that says nothing to us. */
export const NUMBER_TIME: usize = 0
export const NUMBER_FIRST: usize = 8
export const NUMBER_LAST: usize = 16
export const NUMBER_PREVIOUS: usize = 24
export const NUMBER_CHECKSUM: usize = 32
export const NUMBER_DEAD: usize = 40
export const NUMBER_BYTES: usize = 48

/** What makes a change follow on what the book has. */
export const FIRST_IS_NEXT: u32 = 0
export const PREVIOUS_IS_LAST: u32 = 1
export const LAST_IS_NEXT: u32 = 2
export const BY_CHECKSUM: u32 = 3
export const SYNCHRONISED_BY_PREVIOUS: u32 = 4
/** What makes a snapshot replace the book: always, or where it has another number. */
export const REPLACES: u32 = 5
export const REPLACES_OTHER: u32 = 6

/** What a checksum is over: nothing, the digits of the levels, or pairs of their texts. */
export const CHECKSUM_NONE: u32 = 0
export const CHECKSUM_DIGITS: u32 = 1
export const CHECKSUM_PAIRS: u32 = 2

/** What came of a frame: 0, nothing was read; else these bits, and from `HOST_BITS` on the host's number of the book. */
export const IS_READ: u32 = 1
export const TOP_MOVED: u32 = 2
export const IS_CROSSED: u32 = 4
export const CHECKSUM_MISMATCH: u32 = 8
export const HOST_BITS: u32 = 4
