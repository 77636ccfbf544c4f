/** What a row offers its viewer (OPP-37 to OPP-40): the simulation, connecting an exchange, or the trade. */
export type RowRole = 'simulate' | 'connect' | 'trade'

/**
 * Role by the viewer's connections (ROLE-02, ROLE-04, ROLE-08 to ROLE-11). A visitor may only simulate, and a cached
 * row may only be simulated. Until the connections are read (`undefined`), the connections stored with the user count,
 * so that no button changes its meaning under a finger.
 */
export function rowRoleOf(
  user: { readonly apiKeys: readonly unknown[] } | null,
  read: readonly unknown[] | undefined,
  isCached: boolean,
): RowRole {
  if (user === null || isCached) return 'simulate'
  return (read ?? user.apiKeys).length === 0 ? 'connect' : 'trade'
}
