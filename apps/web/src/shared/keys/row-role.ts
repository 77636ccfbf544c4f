/** What a row offers its reader (OPP-37 to OPP-40): the simulation, connecting an exchange first, or the trade. */
export type RowRole = 'simulate' | 'connect' | 'trade'

/** By the reader's connections (ROLE-02, ROLE-04, ROLE-08 to ROLE-11); while they are not known, `undefined`, the simulation. */
export const rowRoleOf = (keys: readonly unknown[] | undefined): RowRole =>
  keys === undefined ? 'simulate' : keys.length === 0 ? 'connect' : 'trade'
