import { availableParallelism, loadavg } from 'node:os'

/** Load per core above which the machine has other work, so that measured times are not the product's alone. */
const BUSY_LOAD = 0.5

/** Whether the machine is idle enough to judge times; to be called before a test's own load. */
export const isQuiet = (): boolean => (loadavg()[0] ?? 0) / availableParallelism() <= BUSY_LOAD
