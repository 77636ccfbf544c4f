import type { Figure } from '../../app/ports/system/figure.ts'

type Answer = { readonly shard: number; readonly figures: readonly Figure[] | null }

/**
 * The engine figures of several shards, each sample labelled with its shard; unlabelled where one engine has all coins.
 * Null where no shard answers.
 */
export function figuresOfShards(answers: readonly Answer[], of: number): readonly Figure[] | null {
  if (of === 1) return answers[0]?.figures ?? null
  const byName = new Map<string, { readonly figure: Figure; readonly samples: Figure['samples'][number][] }>()
  let hasAnswer = false
  for (const { shard, figures } of answers) {
    if (figures === null) continue
    hasAnswer = true
    for (const figure of figures) {
      const known = byName.get(figure.name) ?? { figure, samples: [] }
      byName.set(figure.name, known)
      for (const { labels, value } of figure.samples)
        known.samples.push({ labels: { ...labels, shard: String(shard) }, value })
    }
  }
  return hasAnswer ? [...byName.values()].map(({ figure, samples }) => ({ ...figure, samples })) : null
}
