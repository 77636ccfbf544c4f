import { ArchiveProcess } from './adapters/archive/archive-process.ts'
import { AlarmCount } from './app/operation/alarm-count.ts'
import { type Config, engineConfig, readConfig } from './config/config.ts'
import { doubtsOf } from './config/config-exposure.ts'
import { EngineSupervisor } from './http/engine/engine-supervisor.ts'
import { startEngineThread } from './http/engine/engine-thread.ts'
import { configuredSource } from './process/configured-source.ts'
import { checkKeyFile, type DataLock, lockDataDir, makeDataDir } from './process/data-folder.ts'
import { makeLog } from './process/log.ts'
import { ARCHIVE, ENGINE } from './process/places.ts'
import { processClock } from './process/process-clock.ts'
import { serve } from './process/serve.ts'
import { refuse, stackOf } from './process/terminal.ts'

/** ROLE=all: engine, site, API and upkeep in one process. */
async function everything(config: Config, lock: DataLock): Promise<void> {
  const alarms = new AlarmCount()
  const { log, logEvent } = makeLog(config, alarms)
  const clock = processClock(logEvent)
  const engine = new EngineSupervisor({
    spawn: () => startEngineThread(ENGINE, engineConfig(config)),
    clock,
    log: logEvent,
  })
  const { place, ...retention } = config.archive
  const archive = config.keepsHistory
    ? new ArchiveProcess({ script: ARCHIVE, dataDir: config.dataDir, place, retention, clock, log: logEvent })
    : null
  const source = configuredSource(config)
  const last = async () => undefined
  await serve({ config, lock, alarms, log, logEvent, clock, engine, source, archive, history: archive, last })
}

async function main(): Promise<void> {
  const reading = readConfig()
  if (reading.kind === 'refused') refuse(reading.mistakes)
  const { config, unused } = reading
  if (unused.length > 0) process.stderr.write(`not used with ROLE=${config.role}: ${unused.join(', ')}\n`)
  for (const doubt of doubtsOf(config)) process.stderr.write(`warning: ${doubt}\n`)
  makeDataDir(config.dataDir)
  checkKeyFile(config)
  const lock = lockDataDir(config.dataDir)
  try {
    await start(config, lock)
  } catch (error) {
    // A process without an engine serves nothing while it listens, and nobody would start it anew.
    const { log } = makeLog(config, new AlarmCount())
    log.fatal({ reason: stackOf(error), alarm: true }, 'not-started')
    process.exit(1)
  }
}

async function start(config: Config, lock: DataLock): Promise<void> {
  switch (config.role) {
    case 'all':
      return everything(config, lock)
    case 'worker':
      return (await import('./process/worker.ts')).work(config, lock)
    case 'engine':
      return (await import('./process/engine-node.ts')).lead(config, lock)
    case 'api':
      return (await import('./process/api-node.ts')).serveRemote(config, lock)
  }
}

await main()
