/** A figure that is measured, as whoever watches the server reads it; each value with the labels that tell it from the others. */
export type Figure = {
  readonly name: string
  readonly kind: 'gauge' | 'counter'
  readonly help: string
  readonly samples: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}
