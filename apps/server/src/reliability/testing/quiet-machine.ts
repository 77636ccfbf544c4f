import { availableParallelism, loadavg } from 'node:os'

/** Above this share of the cores the machine has other work: times that are measured then are not the product's alone. */
const BUSY_LOAD = 0.5

/** Whether times may be judged now; asked before the load of a test begins. */
export const isQuiet = (): boolean => (loadavg()[0] ?? 0) / availableParallelism() <= BUSY_LOAD
