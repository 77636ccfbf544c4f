import { LIMITS, type MarketSource, PATHS } from '@makas/contract'
import { getPlain, member } from './get-plain.ts'
import { usePolled } from './use-polled.ts'

/**
 * Where the figures of the site come from; null while the server itself does not know. It is written into the page by
 * the server, so that whatever says it stands there from the first paint.
 */
export const useSource = (): MarketSource | null => usePolled(readSource, LIMITS.pollMs, told).value

const sourceOf = (value: unknown): MarketSource | null =>
  value === 'live' || value === 'demo' || value === 'replay' ? value : null

const readSource = async (signal: AbortSignal) =>
  sourceOf(member((await getPlain(PATHS.status, signal)).body, 'source'))

const told =
  typeof document === 'undefined'
    ? null
    : sourceOf(document.querySelector<HTMLMetaElement>('meta[name=makas-source]')?.content)
