import type { Mode, OpportunityRow } from '@makas/contract'
import { CARRY } from './carry.ts'
import type { ModeFacts } from './mode-facts.ts'
import { SPOT } from './spot.ts'
import { TRI } from './tri.ts'

/** A row of one mode. */
export type RowOf<M extends Mode> = Extract<OpportunityRow, { readonly mode: M }>

const FACTS = { spot: SPOT, carry: CARRY, tri: TRI } as const satisfies { [M in Mode]: ModeFacts<RowOf<M>> }

/** Columns that rows of some mode can be sorted by, besides the age. */
export type KeyColumn = { [M in Mode]: keyof (typeof FACTS)[M]['keys'] }[Mode]

/** The facts of a mode, to be asked of its own rows only. */
export const factsOf = (mode: Mode) => FACTS[mode] as ModeFacts<OpportunityRow>

export const nameOf = (row: OpportunityRow) => factsOf(row.mode).name(row)
export const exchangesOf = (row: OpportunityRow) => factsOf(row.mode).exchanges(row)
/** Currency that a trade starts with, and of its gain. */
export const currencyOf = (row: OpportunityRow) => factsOf(row.mode).currency(row)
/** The main figure, percent. */
export const netOf = (row: OpportunityRow) => factsOf(row.mode).net(row)
