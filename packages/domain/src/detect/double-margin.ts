/**
 * Relative error bound of the doubles in the walks: sums over a book's levels, and products of rates and fees. Each
 * rounding is off by at most 2^-53 (1.1e-16), so this is far above a few roundings for each of at most some thousand
 * levels. Doubles decide only values that are further from a boundary; closer values are computed with exact numbers.
 */
export const DOUBLE_MARGIN = 1e-9
