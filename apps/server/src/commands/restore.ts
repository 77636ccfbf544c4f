import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { shardOf } from '@makas/domain'
import { DELETIONS, readDeletions } from '../adapters/storage/copies/deletions.ts'
import { refuseOthers, restoreBackup } from '../adapters/storage/copies/restore.ts'
import { sentenceOf, withDatabase } from '../adapters/storage/database/reach-database.ts'
import { writeEpisodeFiles } from '../adapters/storage/market/episodes-to-files.ts'
import { readKeyRing } from '../adapters/system/keys/key-file.ts'
import { KeyRefusal } from '../adapters/system/keys/key-ring.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { coinOfRoute } from '../app/market/route/route-coin.ts'
import { engineConfig, readConfig } from '../config/config.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

/** `npm run restore -- FILE`: restores a copy into an empty database. */
async function main(args: string[], terminal: Terminal): Promise<void> {
  const { positionals, values } = parseArgs({ args, options: { plain: { type: 'boolean' } }, allowPositionals: true })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) return refuse('usage: npm run restore -- FILE [--plain]')
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { role, backupDir, masterKeyFile, shards } = reading.config
  const folders = Array.from({ length: shards }, (_, shard) => ({
    folder: engineConfig(reading.config, { shard, shardCount: shards }).episodesFolder,
    hasRoute: (route: string) => shardOf(coinOfRoute(route) ?? '', shards) === shard,
  }))
  // A new folder has no key file yet. For a plain copy the operator may put the file there before the first start. An
  // engine's key file is made elsewhere: without it nobody can tell whether the copy fits.
  const ring = readKeyRing(masterKeyFile)
  const isOurs = (keyId: string) => (ring === null ? role !== 'engine' : ring.has(keyId))
  const lists = [dirname(resolve(file)), backupDir].map(readDeletions)
  const deletions = lists.flatMap((list) => list ?? [])
  const clock = createSystemClock()
  const options = { ...reading.config, clock, log: () => undefined, mayMake: true }
  const access = { keys: ring?.copies ?? [], takesPlain: values.plain === true }
  // Checked before a folder and a database are made for the copy.
  await refuseOthers(resolve(file), access)
  const { copiedAt, rows, notRevived, audit } = await withDatabase(options, async ({ owner, prepare }) => {
    await prepare()
    const restored = await restoreBackup(owner, resolve(file), {
      ...{
        ...access,
        isOurs,
        deletions,
        now: clock.now(),
        auditKey: ring === null ? null : () => ring.of('audit-log'),
      },
    })
    await writeEpisodeFiles(owner, folders)
    return restored
  })
  terminal.print(`${rows} rows are restored, as of ${copiedAt}`)
  const { sessions, addresses, keys, users, passwords, disabled, premium } = notRevived
  terminal.print(`ended: ${sessions} sessions, ${addresses} one-time addresses`)
  if (lists.every((list) => list === null)) {
    terminal.tell(
      `neither beside the copy nor in ${backupDir} is a ${DELETIONS}: what was deleted or changed since is there again`,
    )
  } else {
    terminal.print(`deleted again, as they were since then: ${keys} exchange keys, ${users} accounts`)
    terminal.print(`disabled again: ${disabled} accounts; premium taken away again: ${premium}`)
    terminal.print(
      `void, as they were changed since then: ${passwords} passwords (npm run admin -- reset makes new ones)`,
    )
  }
  if (audit === null) return terminal.tell('the audit log was not verified: there is no key file yet')
  if (audit.kind !== 'intact')
    refuse(`the audit log is broken at line ${audit.seq} (${audit.why}): it was so in the copy`)
}

export const run = command(main, (error) => (error instanceof KeyRefusal ? error.message : sentenceOf(error)))

if (import.meta.main) await runHere(run)
