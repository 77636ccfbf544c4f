import { WHOLE } from '@makas/domain'
import { PROTOCOLS } from '../../../adapters/exchanges/protocols.ts'
import { parseFeeOverrides } from '../../../config/config.ts'
import { carryOptions, DEFAULT_CARRY } from '../../market/detect/carry-settings.ts'
import { capOf, feeOf, identify } from '../../market/legs/identify.ts'
import { inOrder, parseRecording } from '../recording.ts'
import { Replay, type ReplayOptions } from '../replay.ts'

/** What a replay prints: one JSON text a finding and a book. */
export type ReplayOutput = { readonly findings: string[]; readonly books: string[] }

/** The product's output for capture files, given by path. */
export function replayed(files: Readonly<Record<string, string>>, fees: string | null = null): ReplayOutput {
  const replay = replayOf(files, fees)
  return { findings: [...replay.findings()], books: replay.books() }
}

/** A replay of capture files that has not run yet, of one shard or of all. */
export function replayOf(
  files: Readonly<Record<string, string>>,
  fees: string | null = null,
  more: Partial<ReplayOptions> = {},
): Replay {
  const overrides = fees === null ? undefined : parseFeeOverrides(fees)
  if (overrides !== undefined && 'error' in overrides) throw new Error(overrides.error)
  return new Replay(inOrder(Object.entries(files).map(([path, text]) => parseRecording(path, text))), {
    protocols: PROTOCOLS,
    identify,
    takerFee: feeOf(overrides?.fees),
    spotCap: capOf({ mantissa: 50_000n, decimals: 0 }),
    triCap: capOf({ mantissa: 50_000n, decimals: 0 }),
    carry: carryOptions(DEFAULT_CARRY, false),
    shard: WHOLE,
    ...more,
  })
}

export const parsed = (lines: readonly string[]): unknown[] => lines.map((line) => JSON.parse(line))
