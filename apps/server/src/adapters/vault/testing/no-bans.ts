import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createSystemClock } from '../../system/system-clock.ts'
import { AddressBans } from '../inside/bans.ts'

/** Bans in a data folder of the test's own, at first none. */
export function noBans(): AddressBans {
  const dataDir = mkdtempSync(join(tmpdir(), 'bans-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return new AddressBans(dataDir, createSystemClock())
}
