import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where the server that the tests of `people` ask keeps its data (playwright.config.ts). */
export const dataDirOf = (baseURL: string): string => join('test-results', `data-${new URL(baseURL).port}`)

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
