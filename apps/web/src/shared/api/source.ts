import { LIMITS, type MarketSource, PATHS } from '@makas/contract'
import { getPlain, member } from './get-plain.ts'
import { usePolled } from './use-polled.ts'

/**
 * The market source of the figures; null while the server does not know the source. The server writes the source into
 * the page, so that the first paint shows it.
 */
export const useSource = (): MarketSource | null => usePolled(readSource, LIMITS.pollMs, sourceInPage).value

const sourceOf = (value: unknown): MarketSource | null =>
  value === 'live' || value === 'demo' || value === 'replay' ? value : null

const readSource = async (signal: AbortSignal) =>
  sourceOf(member((await getPlain(PATHS.status, signal)).body, 'source'))

const sourceInPage =
  typeof document === 'undefined'
    ? null
    : sourceOf(document.querySelector<HTMLMetaElement>('meta[name=makas-source]')?.content)
