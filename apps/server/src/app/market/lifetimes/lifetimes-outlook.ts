import { confidenceOf } from '@makas/domain'
import { type Outlook, type OutlookOf, priorOutlook } from '../opportunity/outlook.ts'
import type { Lifetime } from './lifetime.ts'
import type { Lifetimes } from './lifetimes.ts'

/**
 * The outlook by the curve measured for the route, else for its mode, else by the prior (formulas.md § 5). A curve that does
 * not reach the row's age, or does not fall by half after it, cannot give both figures and is not used.
 */
export function measuredOutlook(lifetimes: Lifetimes): OutlookOf {
  return (route, ages, now) => {
    const ageMs = Math.max(0, now - route.openSince)
    return (
      measured(lifetimes.ofRoute(route.id), ageMs, ages.latencyMs, now) ??
      measured(lifetimes.ofMode(route.mode), ageMs, ages.latencyMs, now) ??
      priorOutlook(route, ages, now)
    )
  }
}

function measured(lifetime: Lifetime | null, ageMs: number, latencyMs: number, now: number): Outlook | null {
  if (lifetime === null) return null
  const curve = lifetime.curve(now)
  const chance = curve.chance(ageMs, latencyMs)
  const ttlMs = curve.remainingMs(ageMs)
  return chance === null || ttlMs === null ? null : { confidence: confidenceOf(chance), basis: 'measured', ttlMs }
}
