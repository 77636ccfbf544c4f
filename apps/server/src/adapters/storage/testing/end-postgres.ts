import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Ends the PostgreSQL that a killed server left behind in a data folder, at once and without ceremony. */
export const endPostgres = (dataDir: string): void => signalPostgres(dataDir, 'SIGQUIT')

/** Its process, killed; in an early moment there may be none. */
export const killPostgres = (dataDir: string): void => signalPostgres(dataDir, 'SIGKILL')

function signalPostgres(dataDir: string, signal: NodeJS.Signals): void {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8'), 10)
    // Just being written, the file is empty.
    if (pid > 0) process.kill(pid, signal)
  } catch (error) {
    // None was running, or it had ended already.
    if (!(error instanceof Error && 'code' in error && /^(ENOENT|ESRCH)$/.test(String(error.code)))) throw error
  }
}
