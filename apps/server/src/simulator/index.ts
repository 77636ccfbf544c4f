export type { TestAccount } from './accounts/test-account.ts'
export { type Fault, parseFaults } from './faults/fault.ts'
export { type Simulator, startSimulator } from './simulator.ts'
