/** What a row offers its reader (OPP-37 to OPP-40): the simulation, connecting an exchange, or the trade. */
export type RowRole = 'simulate' | 'connect' | 'trade'

/**
 * Role by the reader's connections (ROLE-02, ROLE-04, ROLE-08 to ROLE-11); the simulation while they are unknown
 * (`undefined`).
 */
export const rowRoleOf = (keys: readonly unknown[] | undefined): RowRole =>
  keys === undefined ? 'simulate' : keys.length === 0 ? 'connect' : 'trade'
