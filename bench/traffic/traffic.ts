import { existsSync } from 'node:fs'
import { runLength } from '../run-length.ts'
import type { Traffic } from './frame.ts'
import { recordedTraffic } from './recorded.ts'
import { simulatedTraffic } from './simulated.ts'

/** Amounts of traffic, and rounds, of the benchmarks that read frames into books. */
const SIZES = {
  tiny: { coins: 10, perExchange: { recorded: 100, simulated: 100 }, rounds: 1 },
  usual: { coins: 150, perExchange: { recorded: 20_000, simulated: 5_000 }, rounds: 5 },
  long: { coins: 150, perExchange: { recorded: 40_000, simulated: 20_000 }, rounds: 9 },
}

/** Recorded traffic, where there are recordings of all four exchanges, and simulated traffic. */
export function allTraffic(): { readonly traffics: readonly Traffic[]; readonly rounds: number } {
  const { coins, perExchange, rounds } = SIZES[runLength()]
  const folder = process.env.CAPTURES_DIR
  const simulated = simulatedTraffic({ coins, perExchange: perExchange.simulated })
  if (folder === undefined || folder === '' || !existsSync(folder)) return { traffics: [simulated], rounds }
  const recorded = recordedTraffic(folder, perExchange.recorded)
  return { traffics: recorded === null ? [simulated] : [recorded, simulated], rounds }
}
