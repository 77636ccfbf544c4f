import { EXCHANGES } from '@makas/domain'
import type { DemoOpportunity } from './demo-trade.ts'

/** Key of the chosen opportunity in `sessionStorage`; the tour's progress is a preference (`tour-flag.ts`). */
const KEY = 'makas.tourChoice'

/** Stores the chosen opportunity for a reload. Where storage is refused, a reload takes the first opportunity. */
export function storeChoice(chosen: DemoOpportunity): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    return
  }
}

export function forgetChoice(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    return
  }
}

/** The opportunity chosen before a reload; null where no valid one is stored. */
export function storedChoice(): DemoOpportunity | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isOpportunity(value) ? value : null
  } catch {
    return null
  }
}

const NUMBERS = ['buyPrice', 'sellPrice', 'netROI', 'netPNL', 'size', 'confidence', 'latencyMs']
const TEXTS = ['id', 'symbol', 'pair']

function isOpportunity(value: unknown): value is DemoOpportunity {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return (
    NUMBERS.every((name) => Number.isFinite(fields.get(name))) &&
    TEXTS.every((name) => typeof fields.get(name) === 'string') &&
    ['buyEx', 'sellEx'].every((name) => EXCHANGES.some((one) => one === fields.get(name))) &&
    ['sample', 'demo', 'cache'].some((mark) => mark === fields.get('mark'))
  )
}
