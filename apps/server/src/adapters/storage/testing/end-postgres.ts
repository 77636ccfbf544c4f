import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Ends the PostgreSQL that a killed server left behind in a data folder, by an immediate shutdown. */
export const endPostgres = (dataDir: string): void => signalPostgres(dataDir, 'SIGQUIT')

/** Kills the PostgreSQL process of a data folder, if there is one yet. */
export const killPostgres = (dataDir: string): void => signalPostgres(dataDir, 'SIGKILL')

function signalPostgres(dataDir: string, signal: NodeJS.Signals): void {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8'), 10)
    // While it is being written the file is empty.
    if (pid > 0) process.kill(pid, signal)
  } catch (error) {
    // None was running, or it had ended already.
    if (!(error instanceof Error && 'code' in error && /^(ENOENT|ESRCH)$/.test(String(error.code)))) throw error
  }
}
