/** The grade of a figure; always drawn with a shape or word besides its colour. */
export type Grade = 'good' | 'warn' | 'bad'

/** Net ROI of a spot row in percent: green above 1, amber from 0.3 (CONST-19). */
export function roiGrade(percent: number): Grade {
  return percent > 1 ? 'good' : percent >= 0.3 ? 'warn' : 'bad'
}

/** Net ROI of a cycle in percent: green above 0.15, amber from 0.05 (CONST-19). */
export function cycleGrade(percent: number): Grade {
  return percent > 0.15 ? 'good' : percent >= 0.05 ? 'warn' : 'bad'
}

/**
 * Net APY in percent. The specification gives it no colours; its limits come from two other rules: up to 6 is a low
 * yield (CONST-27), below 4 the simulation would stop (CONST-26).
 */
export function apyGrade(percent: number): Grade {
  return percent > 6 ? 'good' : percent >= 4 ? 'warn' : 'bad'
}

/** Distance to liquidation in percent: green above 35, amber from 20 (CONST-20). */
export function distanceGrade(percent: number): Grade {
  return percent > 35 ? 'good' : percent >= 20 ? 'warn' : 'bad'
}

/** Remaining lifetime in ms: green from 1000, amber from 600 (CONST-21). */
export function ttlGrade(ms: number): Grade {
  return ms >= 1000 ? 'good' : ms >= 600 ? 'warn' : 'bad'
}

/** Latency in ms: green under 80, amber under 180 (CONST-18). */
export function latencyGrade(ms: number): Grade {
  return ms < 80 ? 'good' : ms < 180 ? 'warn' : 'bad'
}

/** Confidence 0–100: green from 90, amber from 70 (CONST-17). */
export function confidenceGrade(points: number): Grade {
  return points >= 90 ? 'good' : points >= 70 ? 'warn' : 'bad'
}

export const GRADE_TEXT: Record<Grade, string> = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }
export const GRADE_FILL: Record<Grade, string> = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' }
