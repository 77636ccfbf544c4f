import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge, type Outcome } from './outcome.ts'

const FOLDER = join('apps', 'server', 'src', 'adapters', 'storage', 'migrations')
const BREAKPOINT = '--> statement-breakpoint'
/** The last migration from before two versions could share a database: up to it, a migration may remove anything. */
const LAST_FREE = '0012'
/**
 * First line of a migration that may remove something: the number of the migration since which no version uses it, and
 * why. A running version that has that migration works on. A start of an older version is refused.
 */
const CONTRACTS = /^-- contracts since (\d{4}): \S/

/** Statements that break an older version that is still running (reliability-matrix.md M5). */
const SHRINKING: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['takes a table or column away', /\bdrop\s+(table|column|view|type)\b/i],
  ['gives something another name', /\brename\s/i],
  ['makes a column of another type', /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i],
  ['wants what nobody had to give', /\bset\s+not\s+null\b/i],
  ['wants a column of whoever does not know it', /\badd\s+column\b(?!.*\b(default|generated)\b).*\bnot\s+null\b/is],
]

/** Statements of a migration that an older version could not work with. */
export function shrinkingSteps(name: string, text: string): string[] {
  const number = name.slice(0, LAST_FREE.length)
  if (number <= LAST_FREE) return []
  const since = CONTRACTS.exec(text)?.[1]
  if (since !== undefined) return since < number ? [] : [`${name} contracts since ${since}, which is no earlier one`]
  if (/^-- contracts/.test(text)) return [`${name} does not say since which migration: -- contracts since 0000: why`]
  return text
    .split(BREAKPOINT)
    .flatMap((step) =>
      SHRINKING.filter(([, pattern]) => pattern.test(step)).map(
        ([what]) => `${name} ${what}: ${step.trim().slice(0, 80)}`,
      ),
    )
}

/** Migrations only add to the tables, because two versions share them while one replaces the other. */
export function checkMigrations(root: string): Outcome {
  const names = readdirSync(join(root, FOLDER)).filter((name) => name.endsWith('.sql'))
  const problems = names.flatMap((name) => shrinkingSteps(name, readFileSync(join(root, FOLDER, name), 'utf8')))
  return judge(problems, names.length, 10)
}
