import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What a run leaves, also the servers' data; made anew by the next run. */
export const OUTPUT = join('test-results', process.env.E2E_PROJECT ?? 'all')

/** Where the server that the tests of `people` ask keeps its data (playwright.config.ts). */
export const dataDirOf = (baseURL: string): string => join(OUTPUT, `data-${new URL(baseURL).port}`)

/** One of the product's own commands, as whoever has the server's data folder runs it beside the server; throws where it is refused. */
export async function productCommand(
  baseURL: string,
  name: 'admin' | 'backup',
  args: readonly string[],
): Promise<void> {
  const command = join('apps', 'server', 'src', 'commands', `${name}.ts`)
  const env = { ...process.env, DATA_DIR: dataDirOf(baseURL) }
  await run(process.execPath, ['--disable-proto=delete', command, ...args], { env, timeout: 90_000 })
}
