/*
 * The layout of the module's memory. Prices and sizes are doubles that hold whole numbers at the book's scale.
 * Addresses are in bytes; the host reads the fields that it needs through its own views.
 */

/** 2^53 − 1: up to there a double holds every whole number. */
export const MAX_SAFE: f64 = 9_007_199_254_740_991

/**
 * Levels of one block: one bit each in a 32-bit word. 28 levels, with all tags and bits in one cache line, were not
 * faster (decision 0005); keys and sizes of 32 take eight lines.
 */
export const BLOCK_LEVELS: u32 = 32
/** Columns of a block by slot. They are unordered while the block is `UNSORTED`, else dense and best first. */
export const KEYS: usize = 0
export const SIZES: usize = 256
/** The low 16 bits of each key: a search compares the tags first, then one key. */
export const TAGS: usize = 512
/** A bit for each slot that holds a level. The size of an empty slot is zero. */
export const OCCUPIED: usize = 576
export const UNSORTED: usize = 580
export const BLOCK_BYTES: usize = 640
/** Decimals of both texts as sent, high byte price, low byte size; only where texts are kept. */
export const TEXTS: usize = 640
export const TEXT_BLOCK_BYTES: usize = 704

/**
 * A side: fields of every change in one cache line, the others two lines behind it (the lines of both sides alternate,
 * see the book). The host reads the first three and `RUN`.
 */
export const COUNT: usize = 0
export const BEST_PRICE: usize = 8
export const BEST_SIZE: usize = 16
export const SIGN: usize = 24
export const BEST_KEY: usize = 32
/** Address of the directory. */
export const DIRECTORY: usize = 40
/** Blocks for which the directory has room. */
export const ROOM: usize = 44
/** Blocks in the directory. */
export const BLOCK_COUNT: usize = 48
export const KEEPS_TEXTS: usize = 52
/**
 * Form of the texts that the checksum covers (`PAIR` or `DIGITS`, see `texts.ts`); 0: the side has no checksum window.
 */
export const FORM: usize = 56
/** Levels that lie contiguously in memory, from the level that `levelAt` returned last. */
export const RUN: usize = 60
export const PRICE_DECIMALS: usize = 128
export const SIZE_DECIMALS: usize = 132
/** Levels in the checksum window (`checksum-window.ts`). */
export const CHECKSUM_WINDOW_COUNT: usize = 136
/** Address of the checksum window. */
export const CHECKSUM_WINDOW: usize = 140
/** Least key in the checksum window. */
export const CHECKSUM_WINDOW_FLOOR: usize = 144
/** Address of the side's own first directory; its first block follows it. */
export const OWN: usize = 152
export const SIDE_BYTES: usize = 192

/**
 * A book: its facts, then the cache lines of both sides in turns (bids, asks, bids, asks), then each side's own
 * directory and first block. A usual delta needs this one piece of memory only, and the symbol table has its address.
 * The host reads and writes the facts; `apply-delta.ts` updates them with each delta.
 */
export const RECEIVED_AT: usize = 0
export const EVENT_TIME: usize = 8
export const SEQ: usize = 16
/** The rhythm, sixteen times the usual interval between frames in ms. */
export const RHYTHM: usize = 24
/** Receive time of the last frame that counts for the rhythm. */
export const HEARD_AT: usize = 32
export const VERSION: usize = 40
export const FRAMES: usize = 44
export const APPLICATIONS: usize = 48
export const CHECKSUM_MATCHES: usize = 52
/** Proven and not crossed: deltas may be applied without a check by the host. */
export const IS_SOUND: usize = 56
/** Synchronised: a change has been applied after the snapshot. */
export const IS_SYNCHRONISED: usize = 60
export const PRICE_SCALE: usize = 64
export const SIZE_SCALE: usize = 68
export const DEPTH: usize = 72
/** Whether trading is halted. Only the host uses this fact and the next two. */
export const HALTED: usize = 76
/** The exchange's clock minus ours, ms. */
export const CLOCK_OFFSET: usize = 80
/** Time at which the book became crossed. */
export const CROSSED_SINCE: usize = 88
/** Levels of both sides that were set or deleted since the book was made; the host adds the levels that it sets. */
export const LEVELS_SET: usize = 96
export const BIDS: usize = 128
export const ASKS: usize = 192
export const BIDS_OWN: usize = 384

/** Levels of a checksum window: the keys of 64 fill eight cache lines, and a checksum covers 25 at most. */
export const CHECKSUM_WINDOW_LEVELS: u32 = 64
/**
 * Columns of the window, best level first: keys, then lengths and CRCs of the texts. The key behind the last one is
 * minus infinity: a search that finds all keys above its own ends there. It takes 8 of the 32 bytes; the other 24 are
 * margin.
 */
export const CHECKSUM_WINDOW_CRCS: usize = (CHECKSUM_WINDOW_LEVELS as usize) * 8 + 32
export const CHECKSUM_WINDOW_BYTES: usize = CHECKSUM_WINDOW_CRCS * 2

/**
 * Bounds that a search compares at once, without a branch: they take two cache lines, and a thousand levels three
 * turns. A directory has a bound and an address for each block, from the best on: no key of a block is below its bound,
 * and every key of a worse block is below it. Behind the last block there are `BOUNDS_AT_ONCE` bounds below every key.
 */
export const BOUNDS_AT_ONCE: usize = 16
/**
 * Blocks that a first directory has room for, as many as one turn of a search looks at: up to 384 levels at 24 a block,
 * so that a book of 400 levels grows once at most.
 */
export const FIRST_ROOM: u32 = 16
/** Offset of a first directory's addresses. */
export const FIRST_PLACES: usize = (FIRST_ROOM as usize) * 8 + BOUNDS_AT_ONCE * 8
/** Length of a first directory in bytes. */
export const DIRECTORY_BYTES: usize = FIRST_PLACES + (FIRST_ROOM as usize) * 4

/**
 * A side's own memory: its first directory, used as long as it has room enough, then its first block, which never
 * moves.
 */
export const FIRST_BLOCK: usize = DIRECTORY_BYTES
export const OWN_BYTES: usize = DIRECTORY_BYTES + TEXT_BLOCK_BYTES
export const ASKS_OWN: usize = BIDS_OWN + OWN_BYTES
export const BOOK_BYTES: usize = ASKS_OWN + OWN_BYTES

/** Most changes of one side in a list of three columns; the host takes 20,000 at most (`depth-frame.ts`). */
export const LIST_CAPACITY: usize = 32_768
export const LIST_SIZES: usize = LIST_CAPACITY * 8
export const LIST_TEXTS: usize = LIST_CAPACITY * 16
export const LIST_BYTES: usize = LIST_CAPACITY * 18

/**
 * Most bytes of a frame: 10,000 levels a side of 48 bytes, twice the deepest order book that an exchange sends whole
 * (Binance's 5,000), fit. The general parser reads longer ones.
 *
 * Behind the frame there is room for reads that begin in it and go beyond its end: 64 bytes from a name's first, to
 * find its quote, and 81 from a level's first: where no quotes follow, its size is taken to begin at byte 65, and 16
 * bytes are read there (`scanPadded`, `scanTexts`). The rest of the 512 bytes is margin.
 */
export const MOST_FRAME: usize = 1 << 20
export const FRAME_BYTES: usize = MOST_FRAME + 512
