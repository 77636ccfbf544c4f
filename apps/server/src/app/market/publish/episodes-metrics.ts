import type { Recorders } from '../lifetimes/lifetimes-recorder.ts'
import { metric } from './engine-metrics.ts'

const SOURCES = ['live', 'demo'] as const
const MODES = ['spot', 'carry', 'tri'] as const

/** What is measured of lifetimes, as Prometheus text. */
export function episodesMetrics(recorders: Recorders): string {
  const byMode = SOURCES.flatMap((source) =>
    MODES.map((mode) => ({
      labels: { source, mode },
      value: recorders[source].lifetimes.mode(mode).episodes,
    })),
  )
  const unwritten = SOURCES.map((source) => ({ labels: { source }, value: recorders[source].unwritten }))
  return [
    metric('makas_episodes', 'gauge', 'Episodes that lifetimes are measured by', byMode),
    metric('makas_episodes_unwritten_total', 'counter', 'Episodes that could not be written', unwritten),
  ].join('')
}
