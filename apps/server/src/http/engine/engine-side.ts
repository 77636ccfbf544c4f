import type { EngineSupervisor } from './engine-supervisor.ts'

/** What HTTP has of an engine, in a thread of its own or in another process. */
export type EngineSide = Pick<
  EngineSupervisor,
  | 'condition'
  | 'demoMarket'
  | 'listen'
  | 'freeze'
  | 'evidence'
  | 'metrics'
  | 'lifetimes'
  | 'valuation'
  | 'personal'
  | 'paperQuote'
  | 'paperMoment'
>
