import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type FeeOverrides, parseExact } from '@makas/domain'
import { PROTOCOLS } from '../adapters/exchanges/protocols.ts'
import { carryOptions, DEFAULT_CARRY } from '../app/market/detect/carry-settings.ts'
import { DEFAULT_SPOT_CAP, DEFAULT_TRI_CAP } from '../app/market/detect/default-caps.ts'
import { capOf, feeOf, identify } from '../app/market/legs/identify.ts'
import { inOrder, parseRecording, RecordingError } from '../app/replay/recording.ts'
import { Replay } from '../app/replay/replay.ts'
import { parseFeeOverrides } from '../config/config.ts'

/** Characters per write to standard output, about. */
const PIECE = 1 << 16

/** Writes a piece of the result; resolves when the next may follow. */
type Print = (text: string) => Promise<void>

const USAGE = `usage: npm run replay -- [--live] [--books] [--fees JSON] FILE…
  --live   evaluates as the live product does: open rows ten times a second, by the recording's own clock,
           instead of after each frame
  --books  prints the books at the end instead of the findings
  --fees   taker fees that replace those of the exchanges they name`

/** Prints findings (or books) of capture files as JSON lines. */
async function main(args: string[], print: Print): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      live: { type: 'boolean', default: false },
      books: { type: 'boolean', default: false },
      fees: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) return write([USAGE], print)
  if (positionals.length === 0) throw new RecordingError(`name at least one capture file\n${USAGE}`)
  const twice = positionals.find((path, at) => positionals.indexOf(path) !== at)
  if (twice !== undefined) throw new RecordingError(`${twice}: named twice`)
  const overrides = values.fees === undefined ? undefined : fees(values.fees)
  const lines = inOrder(positionals.map((path) => parseRecording(path, textOf(path))))
  const replay = new Replay(lines, {
    protocols: PROTOCOLS,
    identify,
    takerFee: feeOf(overrides),
    spotCap: capOf(parseExact(DEFAULT_SPOT_CAP)),
    triCap: capOf(parseExact(DEFAULT_TRI_CAP)),
    carry: carryOptions(DEFAULT_CARRY, false),
    ...(values.live ? { live: {} } : {}),
  })
  if (!values.books) return write(replay.findings(), print)
  for (const _ of replay.findings());
  return write(replay.books(), print)
}

function fees(text: string): FeeOverrides {
  const parsed = parseFeeOverrides(text)
  if ('error' in parsed) throw new RecordingError(`--fees: ${parsed.error}`)
  return parsed.fees
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new RecordingError(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}

async function write(lines: Iterable<string>, print: Print): Promise<void> {
  let piece = ''
  for (const line of lines) {
    piece += `${line}\n`
    if (piece.length >= PIECE) {
      await print(piece)
      piece = ''
    }
  }
  await print(piece)
}

/** Does what the arguments say; returns the exit code. `tell` gets the reason of a failure. */
export async function run(args: string[], print: Print, tell: (text: string) => void): Promise<number> {
  try {
    await main(args, print)
    return 0
  } catch (error) {
    // A bad option or file gets a message; any other error is a defect and prints its stack.
    const known = error instanceof RecordingError || (error instanceof TypeError && 'code' in error)
    tell(`${known ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`)
    return 1
  }
}

/** Writes to standard output; a failure is left to the stream's `error` event, which ends the process. */
function flush(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, (error) => (error ? undefined : resolve())))
}

if (import.meta.main) {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader may close the pipe (`| head`), which is no failure.
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`standard output: ${error.message}\n`)
    process.exit(1)
  })
  process.exitCode = await run(process.argv.slice(2), flush, (text) => void process.stderr.write(text))
}
