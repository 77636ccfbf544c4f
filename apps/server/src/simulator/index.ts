export { type Fault, type FaultKind, parseFaults } from './faults/fault.ts'
export { EXCHANGE_NAMES, type ExchangeName } from './market/instrument.ts'
export { type Simulator, type SimulatorOptions, startSimulator, type TrueBook } from './simulator.ts'
export type { Counters } from './wire/front.ts'
