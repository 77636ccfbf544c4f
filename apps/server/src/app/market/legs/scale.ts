/** 10^-decimals by number of decimals, 0 to 63; others are computed. */
const SCALES = Float64Array.from({ length: 64 }, (_, decimals) => 10 ** -decimals)

/** Value of one unit of the last decimal. */
export const scaleOf = (decimals: number): number => SCALES[decimals] ?? 10 ** -decimals
