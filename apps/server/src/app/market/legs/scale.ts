/** Powers of ten that scale whole numbers down, by decimals; longer ones are computed. */
const SCALES = Float64Array.from({ length: 64 }, (_, decimals) => 10 ** -decimals)

/** What one unit of the last decimal is worth. */
export const scaleOf = (decimals: number): number => SCALES[decimals] ?? 10 ** -decimals
