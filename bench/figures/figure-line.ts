/**
 * One measured figure; `baseline` names what it was measured against in the same run, `ratio` is the figure over it.
 */
export type BenchFigure = {
  readonly bench: string
  readonly metric: string
  readonly value: number
  readonly unit: string
  readonly baseline: string | null
  readonly ratio: number | null
}

/** Prints a figure as one JSON object a line on standard output. */
export function printFigure(figure: BenchFigure): void {
  process.stdout.write(`${JSON.stringify(figure)}\n`)
}
