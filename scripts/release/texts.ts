const VERSION = /^\d+\.\d+\.\d+$/

/** Whether `version` is three numbers, `0.5.0`, and higher than `present`. */
export function isHigher(version: string, present: string): boolean {
  if (!VERSION.test(version)) return false
  const [before, next] = [present.split('.').map(Number), version.split('.').map(Number)]
  const first = next.findIndex((number, index) => number !== before[index])
  return first !== -1 && (next[first] ?? 0) > (before[first] ?? 0)
}

const OWN_VERSION = /^( {2}"version": )"[^"]*"/m
const OWN_PACKAGE = /("@makas\/[a-z]+": )"[^"]*"/g

/**
 * A package file with the product's version, both as its own version and as the version of the packages of this
 * repository that it needs.
 */
export const withVersion = (manifest: string, version: string): string =>
  manifest.replace(OWN_VERSION, `$1"${version}"`).replace(OWN_PACKAGE, `$1"${version}"`)

/** The lock file with the product's version in the entries of the root and of `workspaces`. */
export function lockWithVersion(lock: string, workspaces: readonly string[], version: string): string {
  const parsed = JSON.parse(lock) as { version: string; packages: Record<string, { version?: string }> }
  for (const workspace of ['', ...workspaces]) {
    const entry = parsed.packages[workspace]
    if (entry === undefined) throw new Error(`package-lock.json has no entry for "${workspace}"`)
    entry.version = version
  }
  return withVersion(`${JSON.stringify(parsed, null, 2)}\n`, version)
}

const UNRELEASED = '\n## Unreleased\n'

/** CHANGELOG.md with its unreleased part as the section of `version`; null where nothing is unreleased. */
export function releasedChangelog(changelog: string, version: string, date: string): string | null {
  const [before, after] = changelog.split(UNRELEASED)
  if (before === undefined || after === undefined) return null
  const [unreleased = ''] = after.split(/^## /m)
  if (!/^- /m.test(unreleased)) return null
  return `${before}${UNRELEASED}\n## ${version} (${date})\n${after}`
}
