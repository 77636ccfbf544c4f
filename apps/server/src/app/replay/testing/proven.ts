import { expect } from 'vitest'
import { plainLines, plainReplay } from './plain-replay.ts'
import { parsed, replayed } from './replay-text.ts'
import { smallCoins } from './small-perps.ts'

export type Finding = {
  readonly t: number
  readonly event: string
  readonly reason?: string
  readonly row: Readonly<Record<string, unknown>>
  readonly evidence: Readonly<Record<string, unknown>>
}

/** The product's findings for a recording, after checking that they equal those of the plain reference. */
export function proven(text: string, fees: string | null = null): readonly Finding[] {
  const found = parsed(replayed({ file: text }, fees).findings) as Finding[]
  expect(found).toEqual(plainReplay(plainLines(text), smallCoins, JSON.parse(fees ?? '{}')).findings)
  return found
}

/** Findings as one line each: time, event, reason, and the end of the route's id. */
export function story(findings: readonly Finding[], from = 0): readonly string[] {
  return findings.map(({ t, event, reason, row }) => {
    const route = String(row.id).split('.').slice(-2).join('.')
    return [t - from, event, ...(reason === undefined ? [] : [reason]), route].join(' ')
  })
}
