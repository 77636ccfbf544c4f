import { Database } from '../adapters/storage/database/database.ts'
import { sentenceOf, withDatabase } from '../adapters/storage/database/reach-database.ts'
import { keyIdsInUse, noteRotation, resealAll } from '../adapters/storage/keys/key-rotation.ts'
import { clockDoubt } from '../adapters/storage/upkeep/retention-guard.ts'
import { auditKeyIn, KeyRefusal, type KeyRing, readKeyRing, replaceKeyRing } from '../adapters/system/key-ring.ts'
import { takeProcessLock } from '../adapters/system/process-lock.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { resealKey } from '../adapters/vault/inside/reseal.ts'
import { readConfig } from '../config.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

/**
 * How long replaced keys are kept, ms, so that older copies of the database can be restored: nightly copies are kept
 * for 7 days.
 */
const KEEP_SUPERSEDED_MS = 14 * 86_400_000

/**
 * `npm run keys:rotate`: seals exchange keys under a new key, while the server runs. After an interruption the next run
 * resumes (security.md 41).
 */
async function main(_args: string[], terminal: Terminal): Promise<void> {
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { masterKeyFile } = reading.config
  const clock = createSystemClock()
  if (readKeyRing(masterKeyFile) === null)
    return refuse(`${masterKeyFile}: there is no key file yet; the server makes it at its first start`)
  const lock = takeProcessLock(`${masterKeyFile}.lock`)
  if (lock.kind === 'held') return refuse(`process ${lock.pid} is rotating the keys already`)
  const log = () => undefined
  try {
    const lines = await withDatabase({ ...reading.config, clock, log, mayMake: false }, async ({ owner, prepare }) => {
      await prepare()
      const database = new Database({ connection: owner, auditKey: auditKeyIn(masterKeyFile), onLost: log })
      try {
        return await rotate(database, masterKeyFile, clock.now())
      } finally {
        await database.end()
      }
    })
    for (const line of lines) terminal.print(line)
  } finally {
    lock.release()
  }
}

async function rotate(database: Database, path: string, now: number): Promise<string[]> {
  // Read under the lock: an older reading would lose the key that another rotation added since, and all records sealed
  // with it.
  const ring = readKeyRing(path)
  if (ring === null) throw new KeyRefusal(`${path}: the key file is gone`)
  const under = (keys: KeyRing) =>
    resealAll(database, keys.sealing.id, (place, sealed) => resealKey(place, sealed, keys))
  // Finishes an interrupted rotation first, without a further key.
  const before = await under(ring)
  const next = before.resealed > 0 ? ring : ring.succeeded(now)
  // The new key is on disk before anything is sealed with it.
  if (next !== ring) replaceKeyRing(path, next)
  const { resealed, unopened } = next === ring ? before : await under(next)
  const inUse = await keyIdsInUse(database)
  // By a clock that is ahead, keys would go that older copies need.
  const doubt = await clockDoubt(database, now, { exchangeOffsets: () => [] })
  const kept = doubt === null ? next.without((id) => inUse.has(id), now - KEEP_SUPERSEDED_MS) : next
  if (kept.text !== next.text) replaceKeyRing(path, kept)
  await noteRotation(database, {
    at: now,
    actor: { kind: 'system' },
    action: 'keys-rotated',
    subject: null,
    detail: { key: next.sealing.id, resealed, unopened },
    address: null,
    requestId: null,
  })
  const old = unopened === 0 ? [] : [`${unopened} records do not open with any key of the file and stay as they are`]
  const unsure = doubt === null ? [] : [`replaced keys stay in the file, however old: ${doubt}`]
  return [`${resealed} exchange keys are sealed under the key ${next.sealing.id}`, ...old, ...unsure]
}

await runHere(command(main, (error) => (error instanceof KeyRefusal ? error.message : sentenceOf(error))))
