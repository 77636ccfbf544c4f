/** A metric of `/metrics`: its samples, each with the labels that distinguish it. */
export type Metric = {
  readonly name: string
  readonly kind: 'gauge' | 'counter'
  readonly help: string
  readonly samples: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}
