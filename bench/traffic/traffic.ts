import { existsSync } from 'node:fs'
import type { Traffic } from './frame.ts'
import { recordedTraffic } from './recorded.ts'
import { simulatedTraffic } from './simulated.ts'

/** Recorded traffic, where there are recordings of all four exchanges, and simulated traffic. */
export function allTraffic(
  coins: number,
  perExchange: { readonly recorded: number; readonly simulated: number },
): Traffic[] {
  const folder = process.env.CAPTURES_DIR
  const simulated = simulatedTraffic({ coins, perExchange: perExchange.simulated })
  if (folder === undefined || folder === '' || !existsSync(folder)) return [simulated]
  const recorded = recordedTraffic(folder, perExchange.recorded)
  return recorded === null ? [simulated] : [recorded, simulated]
}
