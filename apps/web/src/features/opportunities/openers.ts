/** What a row can open, by its id: its evidence, and what stands behind its net figure (of carry, the breakdown). */
export type Openers = { readonly evidence: (id: string) => void; readonly net: (id: string) => void }
