import type { DemoAccounts } from '../key-parts.ts'

/** Demo accounts while the exchanges' own market is shown: none. */
export const NO_DEMO: DemoAccounts = { isShown: () => false, accountsOf: () => [] }
