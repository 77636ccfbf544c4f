import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Output folder of a run, the servers' data included; cleared by the next run. */
export const OUTPUT = join('test-results', process.env.E2E_PROJECT ?? 'all')

/** Data folder of the server that the tests of `people` use (playwright.config.ts). */
export const dataDirOf = (baseURL: string): string => join(OUTPUT, `data-${new URL(baseURL).port}`)

/**
 * Runs one of the product's own commands beside the server, as the owner of its data folder would; throws where it is
 * refused.
 */
export async function productCommand(
  baseURL: string,
  name: 'admin' | 'backup',
  args: readonly string[],
): Promise<void> {
  const command = join('apps', 'server', 'src', 'commands', `${name}.ts`)
  const env = { ...process.env, DATA_DIR: dataDirOf(baseURL) }
  await run(process.execPath, ['--disable-proto=delete', command, ...args], { env, timeout: 300_000 })
}
