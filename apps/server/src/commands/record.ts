import { parseArgs } from 'node:util'
import { sharedLimits } from '../adapters/exchanges/_shared/talk/address-limits.ts'
import { ADDRESSES } from '../adapters/exchanges/feeds.ts'
import { RecordingFile } from '../adapters/system/files/recording-file.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { readConfig } from '../config/config.ts'
import { watchFor, withMarket, withScratchFolder } from '../process/examine.ts'
import { fileFailure, readWish, untilStopped, WISH_OPTIONS, WISH_USAGE } from './shared/look-wish.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

const USAGE = `usage: npm run record -- FILE ${WISH_USAGE}`

/** `npm run record`: writes what the exchanges send into a new file that `npm run replay` reads; public data alone. */
async function main(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { ...WISH_OPTIONS, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (values.help) return terminal.print(USAGE)
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) return refuse(USAGE)
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { exchangeOrigin: origin, exchanges, dataDir: serverDir } = reading.config
  const wish = readWish(values, exchanges, USAGE)
  const recording = new RecordingFile(file, wish.maxBytes)
  const clock = createSystemClock()
  try {
    await withScratchFolder(serverDir, (dataDir) =>
      untilStopped(terminal, async (signal) => {
        const { take } = recording
        const size = () => `, ${recording.lines} lines, ${recording.megabytes} MB`
        const isOver = () => recording.ended !== null
        const options = { ...wish, origin, dataDir, clock, take, limits: sharedLimits(ADDRESSES) }
        await withMarket(options, (market) =>
          watchFor(market, { ...wish, signal, clock, tell: terminal.tell }, isOver, size),
        )
      }),
    )
  } finally {
    recording.close()
    terminal.tell(recording.summary)
  }
  if (recording.ended instanceof Error) refuse(`${file}: ${recording.ended.message}`)
  if (recording.lines === 0) refuse(`${file}: nothing came; npm run doctor says why`)
}

export const run = command(main, fileFailure)

if (import.meta.main) await runHere(run)
