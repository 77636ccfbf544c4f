import type { DemoAccounts } from '../key-parts.ts'

/** The exchanges themselves are shown. */
export const NO_DEMO: DemoAccounts = { isShown: () => false, accountOf: () => null }
