/*
 * The layout of a frame shape in memory: the host writes it once from an exchange's description of its frames, and
 * `readFrame` steps through it with every frame. A head, then one record for each step; the last is `STEP_END`.
 */

/** The head is one cache line of 64 bytes. It begins with the rule of sequence or replacement. */
export const SHAPE_RULE: usize = 0
/** What the checksum covers (`CHECKSUM_NONE` …). */
export const SHAPE_CHECKSUM: usize = 4
/** The state with which the CRC begins. */
export const SHAPE_CHECKSUM_START: usize = 8
/** Levels of each side that the checksum covers. */
export const SHAPE_CHECKSUM_LEVELS: usize = 12
export const SHAPE_HEAD_BYTES: usize = 64

/** Fields of a step: kind, argument, length and bytes of its text. A step is one cache line. */
export const STEP_KIND: usize = 0
export const STEP_ARGUMENT: usize = 4
export const STEP_TEXT_LENGTH: usize = 8
export const STEP_TEXT: usize = 16
export const STEP_BYTES: usize = 64
export const STEP_TEXT_BYTES: usize = STEP_BYTES - STEP_TEXT

/**
 * Kinds of steps. The argument is the number of steps that an absent text leaves out, of quotes within a name, or the
 * offset of a number in `NUMBERS`.
 */
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
/** Steps of a frame with one level: its side, and that level. */
export const STEP_IS_SIDE: u32 = 10
export const STEP_IS_LEVEL: u32 = 11
export const STEP_END: u32 = 12

/** The argument of levels: a flag for asks, a flag for kept texts, and from bit 2 on the number of ignored texts. */
export const LEVELS_ARE_ASKS: u32 = 1
export const LEVELS_KEEP_TEXTS: u32 = 2
export const LEVELS_IGNORED_BITS: u32 = 2

/** Offsets of a frame's numbers: time, first, last and previous update id, checksum, and a number that is ignored. */
export const NUMBER_TIME: usize = 0
export const NUMBER_FIRST: usize = 8
export const NUMBER_LAST: usize = 16
export const NUMBER_PREVIOUS: usize = 24
export const NUMBER_CHECKSUM: usize = 32
export const NUMBER_IGNORED: usize = 40
export const NUMBER_BYTES: usize = 48

/** Rules by which a delta is next in sequence for its book. */
export const FIRST_IS_NEXT: u32 = 0
export const PREVIOUS_IS_LAST: u32 = 1
export const LAST_IS_NEXT: u32 = 2
export const BY_CHECKSUM: u32 = 3
export const SYNCHRONISED_BY_PREVIOUS: u32 = 4
/** Rules by which a snapshot replaces its book: always, or where it has another id. */
export const REPLACES: u32 = 5
export const REPLACES_OTHER: u32 = 6

/** What a checksum covers: nothing, the digits of the levels, or pairs of their texts. */
export const CHECKSUM_NONE: u32 = 0
export const CHECKSUM_DIGITS: u32 = 1
export const CHECKSUM_PAIRS: u32 = 2

/**
 * Result of a frame: 0 if it was not read, else these bits, and from bit `HOST_BITS` on the host's number of the book.
 */
export const IS_READ: u32 = 1
export const TOP_MOVED: u32 = 2
export const IS_CROSSED: u32 = 4
export const CHECKSUM_MISMATCH: u32 = 8
export const HOST_BITS: u32 = 4
