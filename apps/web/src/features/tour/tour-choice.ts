import { EXCHANGE_IDS } from '@makas/contract'
import type { DemoOpportunity } from './demo-trade.ts'

/** Of the tab, not of the browser: the flags of the tour say how far it is, this what was chosen on the way. */
const KEY = 'makas.tourChoice'

/** Remembers what was chosen, so that a reload goes on with it; where storage is refused the first one is taken. */
export function keepChoice(chosen: DemoOpportunity): void {
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

/** What was chosen before a reload; null where nothing that fits is kept. */
export function keptChoice(): DemoOpportunity | null {
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
    ['buyEx', 'sellEx'].every((name) => EXCHANGE_IDS.some((one) => one === fields.get(name))) &&
    ['sample', 'demo', 'cache'].some((mark) => mark === fields.get('mark'))
  )
}
