export type { TestAccount } from './accounts/test-account.ts'
export { type Fault, parseFaults } from './faults/fault.ts'
export { EXCHANGE_NAMES, type ExchangeName } from './market/instrument.ts'
export { type Simulator, startSimulator } from './simulator.ts'
