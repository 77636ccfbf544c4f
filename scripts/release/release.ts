// `npm run release -- X.Y.Z`: writes the version into the package files, turns the unreleased part of CHANGELOG.md into
// a section, writes docs/reliability.md from the last long run, and runs all checks over the result. The person who has
// looked at the difference commits and tags.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageOf } from '../figures/page.ts'
import { commitOf, readTable, TABLE } from '../figures/table.ts'
import { root } from '../run-command.ts'
import { runStaticChecks } from '../static-checks.ts'
import { lastLine } from '../tests/tally.ts'
import { isHigher, lockWithVersion, releasedChangelog, withVersion } from './texts.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The changed files of a release by their paths, or the reason why there can be no release. */
function releaseOf(version: string): ReadonlyMap<string, string> | string {
  const manifest = JSON.parse(read('package.json')) as { version: string; workspaces: string[] }
  if (!isHigher(version, manifest.version)) return `usage: npm run release -- X.Y.Z, higher than ${manifest.version}`
  if (commitOf(root).endsWith('-dirty')) return 'commit first: a release changes a clean tree'
  const table = readTable(root)
  if (table === null) return `${TABLE} is missing: npm run test:long writes it`
  if (table.commit.endsWith('-dirty')) return `${TABLE} is of no commit, ${table.commit}: run npm run test:long again`
  const changelog = releasedChangelog(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10))
  if (changelog === null) return 'CHANGELOG.md has nothing under Unreleased'
  console.log(`figures of ${table.commit}, ${table.date}, ${table.machine}`)
  return new Map([
    ...['package.json', ...manifest.workspaces.map((workspace) => `${workspace}/package.json`)].map(
      (path) => [path, withVersion(read(path), version)] as const,
    ),
    ['package-lock.json', lockWithVersion(read('package-lock.json'), manifest.workspaces, version)],
    ['CHANGELOG.md', changelog],
    ['docs/reliability.md', pageOf(table, read('docs/reliability-matrix.md'))],
  ])
}

const [version = ''] = process.argv.slice(2)
const release = releaseOf(version)
if (typeof release === 'string') {
  console.log(release)
  process.exitCode = 1
} else {
  for (const [path, text] of release) writeFileSync(join(root, path), text)
  const tally = await runStaticChecks()
  console.log(lastLine(tally))
  if (tally.failed > 0) {
    console.log('not released: mend this, or take the changes back with git restore .')
    process.exitCode = 1
  } else console.log(`look at git diff, then: git commit -am 'release: ${version}' && git tag v${version}`)
}
