import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Ends the PostgreSQL that a killed server left behind in a data folder, at once and without ceremony. */
export function endPostgres(dataDir: string): void {
  let pid: number
  try {
    pid = Number.parseInt(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return // none was running
  }
  try {
    process.kill(pid, 'SIGQUIT')
  } catch {
    return // it had ended already
  }
}
