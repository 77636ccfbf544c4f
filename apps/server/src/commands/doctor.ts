import { parseArgs } from 'node:util'
import { RecordingFile } from '../adapters/system/files/recording-file.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { faultsOf } from '../app/doctor/faults.ts'
import { readConfig } from '../config/config.ts'
import { examine } from '../process/examine.ts'
import { keyLook, readKeyFile } from '../process/key-look.ts'
import { findingLines, verdictLines } from './shared/doctor-report.ts'
import { faultCount } from './shared/doctor-text.ts'
import { fileFailure, readWish, untilStopped, WISH_OPTIONS, WISH_USAGE } from './shared/look-wish.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

const USAGE = `usage: npm run doctor -- [--json] [--record FILE] [--key-file FILE] ${WISH_USAGE}`

/** Longest look at one exchange alone, s. */
const ALONE_S = 10

/**
 * `npm run doctor`: looks at the exchanges as the engine does, says what is wrong and what to do, and leaves nothing
 * behind.
 */
async function main(args: string[], terminal: Terminal): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...WISH_OPTIONS,
      json: { type: 'boolean', default: false },
      record: { type: 'string' },
      'key-file': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return terminal.print(USAGE)
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { exchangeOrigin: origin, exchanges, dataDir } = reading.config
  const wish = readWish(values, exchanges, USAGE)
  const keys = values['key-file'] === undefined ? [] : readKeyFile(values['key-file'])
  if (typeof keys === 'string') return refuse(keys)
  const recording = values.record === undefined ? null : new RecordingFile(values.record, wish.maxBytes)
  const clock = createSystemClock()
  const keysAsked = keyLook(keys, origin, dataDir, clock)
  try {
    const findings = await untilStopped(terminal, (signal) =>
      examine({
        ...{ ...wish, origin, dataDir, clock, signal, aloneSeconds: ALONE_S },
        take: recording?.take ?? null,
        keyOf: (exchange) => keysAsked.of(exchange),
        tell: terminal.tell,
      }),
    )
    if (findings === null) return refuse('stopped before every exchange was looked at: there is no verdict')
    const faults = findings.flatMap(faultsOf)
    if (values.json) terminal.print(JSON.stringify({ exchanges: findings, faults }))
    else for (const one of findings) for (const line of findingLines(one)) terminal.print(line)
    const verdict = [...verdictLines(faults, 'tr'), ...verdictLines(faults, 'en')]
    // With `--json` the standard output has nothing but JSON.
    for (const line of verdict) (values.json ? terminal.tell : terminal.print)(line)
    const count = faults.filter(({ level }) => level === 'fault').length
    if (recording?.ended instanceof Error) refuse(recording.summary)
    if (count > 0) refuse(faultCount.en(count))
  } finally {
    keysAsked.stop()
    recording?.close()
    if (recording !== null) terminal.tell(recording.summary)
  }
}

export const run = command(main, fileFailure)

if (import.meta.main) await runHere(run)
