import type { Metric } from '../../app/ports/system/metric.ts'

type Answer = { readonly shard: number; readonly metrics: readonly Metric[] | null }

/**
 * The engine metrics of several shards, each sample labelled with its shard; unlabelled where one engine has all coins.
 * Null where no shard answers.
 */
export function metricsOfShards(answers: readonly Answer[], of: number): readonly Metric[] | null {
  if (of === 1) return answers[0]?.metrics ?? null
  const byName = new Map<string, { readonly metric: Metric; readonly samples: Metric['samples'][number][] }>()
  let hasAnswer = false
  for (const { shard, metrics } of answers) {
    if (metrics === null) continue
    hasAnswer = true
    for (const metric of metrics) {
      const known = byName.get(metric.name) ?? { metric, samples: [] }
      byName.set(metric.name, known)
      for (const { labels, value } of metric.samples)
        known.samples.push({ labels: { ...labels, shard: String(shard) }, value })
    }
  }
  return hasAnswer ? [...byName.values()].map(({ metric, samples }) => ({ ...metric, samples })) : null
}
