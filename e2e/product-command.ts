import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serverAddress } from './people.ts'

const run = promisify(execFile)

/** Output folder of a run, the servers' data included; cleared by the next run. */
export const OUTPUT = join('test-results', process.env.E2E_PROJECT ?? 'all')

/** Data folder of a server of the run (playwright.config.ts). */
export const dataDirOf = (baseURL: string): string => join(OUTPUT, `data-${new URL(baseURL).port}`)

/**
 * Runs a command of the product beside the server, as the owner of its data folder would; throws if the command is
 * refused.
 */
export async function productCommand(name: 'admin' | 'backup', args: readonly string[]): Promise<void> {
  const command = join('apps', 'server', 'src', 'commands', `${name}.ts`)
  const env = { ...process.env, DATA_DIR: dataDirOf(serverAddress()) }
  await run(process.execPath, ['--disable-proto=delete', command, ...args], { env, timeout: 300_000 })
}

/** Makes an admin of the test's own. */
export async function makeAdmin({ email, password }: { readonly email: string; readonly password: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'makas-e2e-'))
  try {
    const file = join(folder, 'password')
    writeFileSync(file, password, { mode: 0o600 })
    await productCommand('admin', ['create', '--email', email, '--password-file', file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
