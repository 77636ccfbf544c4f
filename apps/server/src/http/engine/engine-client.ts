import type { EngineSupervisor } from './engine-supervisor.ts'

/** An engine as the HTTP side uses it, in a thread of its own or in another process. */
export type EngineClient = Pick<
  EngineSupervisor,
  | 'condition'
  | 'demoMarket'
  | 'listen'
  | 'viewers'
  | 'freeze'
  | 'evidence'
  | 'metrics'
  | 'lifetimes'
  | 'valuation'
  | 'personal'
  | 'paperQuote'
  | 'paperMoment'
>
