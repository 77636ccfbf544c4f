import { MODES } from '@makas/domain'
import type { Metric } from '../../ports/system/metric.ts'
import type { Recorders } from '../lifetimes/lifetimes-recorder.ts'

const SOURCES = ['live', 'demo'] as const

export function episodesMetrics(recorders: Recorders): readonly Metric[] {
  const byMode = SOURCES.flatMap((source) =>
    MODES.map((mode) => ({
      labels: { source, mode },
      value: recorders[source].lifetimes.mode(mode).episodes,
    })),
  )
  const unwritten = SOURCES.map((source) => ({ labels: { source }, value: recorders[source].unwritten }))
  return [
    { name: 'makas_episodes', kind: 'gauge', help: 'Episodes that lifetimes are measured by', samples: byMode },
    {
      name: 'makas_episodes_unwritten_total',
      kind: 'counter',
      help: 'Episodes that could not be written',
      samples: unwritten,
    },
  ]
}
