import { agreeOnKey } from '../adapters/storage/copies/agree-on-key.ts'
import { Storage } from '../adapters/storage/database/storage.ts'
import { leaseStore } from '../adapters/storage/leases/lease-store.ts'
import { KeyRefusal } from '../adapters/system/keys/key-ring.ts'
import { newId } from '../adapters/system/secrets/secret-texts.ts'
import { untilDone } from '../adapters/system/until-done.ts'
import { AlarmCount } from '../app/operation/alarm-count.ts'
import type { Config } from '../config/config.ts'
import { createHealthServer } from '../http/health-server.ts'
import { VERSION } from '../http/version.ts'
import type { DataLock } from './data-folder.ts'
import { listen } from './listen.ts'
import { makeLog } from './log.ts'
import { processClock } from './process-clock.ts'
import { Shutdown } from './shutdown.ts'
import { tendDatabase } from './tend-database.ts'
import { type TendedKeys, tendKeys } from './tend-keys.ts'
import { reasonOf, say } from './terminal.ts'
import { watchDisks } from './watch-disks.ts'

/** ROLE=worker: night tasks and daily key checks for the servers on its database; no market, no site, no API. */
export async function work(config: Config, lock: DataLock): Promise<void> {
  const alarms = new AlarmCount()
  const { log, logEvent } = makeLog(config, alarms)
  const clock = processClock(logEvent)
  const disks = watchDisks(config, clock, logEvent)
  const storage = new Storage({ ...config, clock, log: logEvent })
  let isStopping = false
  let keys: TendedKeys | null = null
  let nightly: { stop(): Promise<void> } | null = null
  const server = createHealthServer({
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
    clock,
    log,
    storageState: () => storage.state,
    keys: () => keys?.parts ?? null,
    ownMetrics: () => [alarms.metric(), disks.metric()],
  })
  const shutdown = new Shutdown({
    clock,
    log,
    server,
    beforeDrain: () => {
      isStopping = true
    },
    afterDrain: async () => {
      disks.stop()
      await keys?.stop()
      await nightly?.stop()
      await storage.stop()
      lock.release()
    },
  })
  shutdown.surviveErrors()
  shutdown.obeySignals()
  say(`Makas: ${await listen(server, config)}`)
  say('role: worker (what is done at night and looked after daily)')
  say(`version: ${VERSION}`)
  disks.start()
  storage.start()
  await storage.opened
  try {
    const agreed = await untilDone(() => agreeOnKey(storage.database, config.masterKeyFile, config.backupDir), {
      clock,
      isFinal: (error) => error instanceof KeyRefusal,
      isStopping: () => isStopping,
      complain: (error) => logEvent('error', 'worker-waits', { reason: reasonOf(error), alarm: true }),
    })
    if (agreed === null) return
  } catch (error) {
    if (!(error instanceof KeyRefusal)) throw error
    process.stderr.write(`${error.message}\n`)
    await shutdown.stop('key-refused', 1)
    return
  }
  const database = () => storage.database
  const shared = { leases: leaseStore(database), holder: newId() }
  nightly = await tendDatabase({ config, clock, logEvent, storage, shared, exchangeOffsets: () => [] })
  // The process that runs the demo market checks its accounts.
  const market = { demoMarket: () => null, isDemoShown: () => false }
  keys = await tendKeys({ config, clock, logEvent, database, market })
  keys.recheck(shared)
}
