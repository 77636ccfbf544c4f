/*
 * What lies where in the module's memory. Numbers are doubles that hold whole numbers at the book's scale. Addresses are
 * in bytes; the host reads the fields that it needs through views of its own.
 */

/** 2^53 − 1: a double holds every whole number up to there. */
export const MAX_SAFE: f64 = 9_007_199_254_740_991

/**
 * Levels of one block: one bit each of a 32-bit word. 28 with all tags and bits in one line were not quicker (performance.md,
 * What was learned, 31), and keys and sizes of 32 take eight lines.
 */
export const BLOCK: u32 = 32
/** Parallel columns of a block by slot; in no order while it is `DIRTY`, else dense and best first. */
export const KEYS: usize = 0
export const SIZES: usize = 256
/** The low 16 bits of each key: a search compares these, and then one key. */
export const TAGS: usize = 512
/** A bit for each slot that holds a level. The size in a slot that holds none is zero. */
export const LIVE: usize = 576
export const DIRTY: usize = 580
export const BLOCK_BYTES: usize = 640
/** Only where texts are kept: decimals of both texts as sent. */
export const TEXTS: usize = 640
export const TEXT_BLOCK_BYTES: usize = 704

/**
 * A side: what every change needs in one line, the rest two lines behind it. The first three and the run are read by the
 * host.
 */
export const COUNT: usize = 0
export const BEST_PRICE: usize = 8
export const BEST_SIZE: usize = 16
export const SIGN: usize = 24
export const BEST_KEY: usize = 32
/** Where its directory lies, for how many blocks there is room in it, and how many there are. */
export const DIRECTORY: usize = 40
export const ROOM: usize = 44
export const BLOCKS: usize = 48
export const KEEPS_TEXTS: usize = 52
/** Which texts of the levels the checksum is over (`PAIR` or `DIGITS`, see `texts.ts`); 0: the side has no checksum window. */
export const FORM: usize = 56
/** How many levels lie behind each other from the one on that was last asked for. */
export const RUN: usize = 60
export const PRICE_DECIMALS: usize = 128
export const SIZE_DECIMALS: usize = 132
/** The checksum window (`checksum-window.ts`): how many of the best levels it has, where it lies, and the least key in it. */
export const CHECKSUM_WINDOW_COUNT: usize = 136
export const CHECKSUM_WINDOW: usize = 140
export const CHECKSUM_WINDOW_FLOOR: usize = 144
/** Where its own first directory and first block lie. */
export const OWN: usize = 152
export const SIDE_BYTES: usize = 192

/**
 * A book: what is known of it beside its levels, then its two sides line by line in turns, then what each side has of its
 * own. All that a usual change needs lies in one piece of memory whose address the name leads to. The host reads and
 * writes the facts; a frame that follows directly changes them here (see `apply-delta.ts`).
 */
export const RECEIVED_AT: usize = 0
export const EVENT_TIME: usize = 8
export const SEQ: usize = 16
/** Of the rhythm of its frames: sixteen times the usual gap, and when the last one was heard. */
export const RHYTHM: usize = 24
export const HEARD_AT: usize = 32
export const VERSION: usize = 40
export const FRAMES: usize = 44
export const APPLICATIONS: usize = 48
export const CHECKSUMS_OK: usize = 52
/** Proven and not crossed: changes that follow may be applied without a further look. */
export const IS_SOUND: usize = 56
/** Synchronised: a change has been applied after the snapshot. */
export const IS_SYNCHRONISED: usize = 60
export const PRICE_SCALE: usize = 64
export const SIZE_SCALE: usize = 68
export const DEPTH: usize = 72
/** Read and written by the host alone: whether it trades, the exchange's clock minus ours, since when it is crossed. */
export const HALTED: usize = 76
export const CLOCK_OFFSET: usize = 80
export const CROSSED_SINCE: usize = 88
/** Levels that were set or taken away since the book was made, of both sides: the host counts those that it sets. */
export const LEVELS_SET: usize = 96
export const BIDS: usize = 128
export const ASKS: usize = 192
export const BIDS_OWN: usize = 384

/**
 * The texts of so many best levels have their CRCs kept as fill eight lines of keys: far enough above the 25 that a checksum covers.
 */
export const CHECKSUM_WINDOW_LEVELS: u32 = 64
/** The best levels in order: keys, and the lengths and remainders of their texts. Behind the last there is one key more. */
export const CHECKSUM_WINDOW_CRCS: usize = (CHECKSUM_WINDOW_LEVELS as usize) * 8 + 32
export const CHECKSUM_WINDOW_BYTES: usize = CHECKSUM_WINDOW_CRCS * 2

/**
 * A directory has a bound and an address for each block, from the best on. No key of a block is below its bound, and
 * every key of the worse blocks is; behind the last there are `WINDOW` bounds more that every key is above. So many are compared at
 * once, without a branch: they take two lines, and a thousand levels three turns.
 */
export const WINDOW: usize = 16
/** As many blocks as one turn of a search looks at: up to 384 levels at 24 a block, so that a book of 400 grows once at most. */
export const FIRST_ROOM: u32 = 16
/** Of a directory of that room: where its addresses begin, and its length. */
export const FIRST_PLACES: usize = (FIRST_ROOM as usize) * 8 + WINDOW * 8
export const DIRECTORY_BYTES: usize = FIRST_PLACES + (FIRST_ROOM as usize) * 4

/** A side's own: its directory as long as that has room enough, then its first block for good. */
export const FIRST_BLOCK: usize = DIRECTORY_BYTES
export const OWN_BYTES: usize = DIRECTORY_BYTES + TEXT_BLOCK_BYTES
export const ASKS_OWN: usize = BIDS_OWN + OWN_BYTES
export const BOOK_BYTES: usize = ASKS_OWN + OWN_BYTES

/** Changes of one side: three columns, of as many as `LIST` levels; the host takes 20,000 at most (`depth-frame.ts`). */
export const LIST: usize = 32_768
export const LIST_SIZES: usize = LIST * 8
export const LIST_TEXTS: usize = LIST * 16
export const LIST_BYTES: usize = LIST * 18

/**
 * A frame that is scanned, at most that long: longer ones are rare, and the general parser reads them. Behind its end lies
 * what may be read of it, to be compared with something longer: at most a name's 64 bytes or the 64 of a level's text.
 */
export const MOST_FRAME: usize = 1 << 20
export const FRAME_BYTES: usize = MOST_FRAME + 512
