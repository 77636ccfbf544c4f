import { existsSync } from 'node:fs'
import { runLength } from '../figures/run-length.ts'
import type { Traffic } from './frame.ts'
import { recordedTraffic } from './recorded.ts'
import { simulatedTraffic } from './simulated.ts'

/** `recorded`: frames of each exchange. For the benchmarks that read frames into books. */
const SIZES = {
  tiny: { coins: 10, recorded: 100, simulated: 400, rounds: 1 },
  usual: { coins: 150, recorded: 20_000, simulated: 30_000, rounds: 5 },
  long: { coins: 150, recorded: 40_000, simulated: 80_000, rounds: 9 },
}

/** Recorded traffic, where there are recordings of all four exchanges, and simulated traffic. */
export function allTraffic(): { readonly traffics: readonly Traffic[]; readonly rounds: number } {
  const { coins, rounds, ...frames } = SIZES[runLength()]
  const folder = process.env.CAPTURES_DIR
  const simulated = simulatedTraffic({ coins, frames: frames.simulated })
  if (folder === undefined || folder === '' || !existsSync(folder)) return { traffics: [simulated], rounds }
  const recorded = recordedTraffic(folder, frames.recorded)
  return { traffics: recorded === null ? [simulated] : [recorded, simulated], rounds }
}
