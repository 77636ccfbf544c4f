/** Threshold of a figure; always drawn with a shape or word besides its colour. */
export type Level = 'good' | 'warn' | 'bad'

/** Net ROI of a spot row in percent: green above 1, amber from 0.3 (CONST-19). */
export function roiLevel(percent: number): Level {
  return percent > 1 ? 'good' : percent >= 0.3 ? 'warn' : 'bad'
}

/** Latency in ms: green under 80, amber under 180 (CONST-18). */
export function latencyLevel(ms: number): Level {
  return ms < 80 ? 'good' : ms < 180 ? 'warn' : 'bad'
}

/** Confidence 0–100: green from 90, amber from 70 (CONST-17). */
export function confidenceLevel(points: number): Level {
  return points >= 90 ? 'good' : points >= 70 ? 'warn' : 'bad'
}

export const LEVEL_TEXT: Record<Level, string> = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }
export const LEVEL_FILL: Record<Level, string> = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' }
