import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { judge, type Outcome } from '../outcome.ts'
import { isProduction, repositoryFiles } from '../sources.ts'

const knip = join(import.meta.dirname, '..', '..', 'node_modules', 'knip', 'bin', 'knip.js')

/** Output of knip's JSON reporter: for each file, lists of names by kind of problem. */
type KnipReport = { readonly issues: readonly Readonly<Record<string, unknown>>[] }

/**
 * Import rule 12: no unused file, export or dependency, and no unlisted package.
 * @throws when knip's output cannot be read: nothing was checked then.
 */
export async function checkUnusedCode(root: string): Promise<Outcome> {
  const output = await new Promise<string>((done, refuse) => {
    const args = [knip, '--no-progress', '--no-config-hints', '--reporter', 'json', '--directory', root]
    execFile(process.execPath, args, { cwd: root, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      // knip exits with 1 when it found something; the list is on standard output.
      if (error !== null && stdout.trim() === '') refuse(new Error(`knip did not run: ${stderr}`))
      else done(stdout)
    })
  })
  const { issues } = JSON.parse(output) as KnipReport
  return judge(issues.flatMap(problemsOf), repositoryFiles(root).filter(isProduction).length, 10)
}

function problemsOf({ file, owners: _owners, ...kinds }: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(kinds).flatMap(([kind, found]) =>
    Array.isArray(found) ? found.map((item) => `${kind}: ${String(file)} ${nameOf(item)}`) : [],
  )
}

const nameOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'name' in item ? String(item.name) : JSON.stringify(item)
