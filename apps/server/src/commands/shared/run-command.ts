import { visibleText } from '@makas/domain'

/** What a command has of the process that runs it, besides its arguments. */
export type Terminal = {
  readonly print: (line: string) => void
  /** Prints a remark, or why the command was not done. */
  readonly tell: (line: string) => void
  /** The settings; left out: the process's settings. */
  readonly settings?: Readonly<Record<string, string>>
  /** Ends a command that lasts for a time before it is over. Left out: only Ctrl-C does. */
  readonly stopping?: AbortSignal
}

/** Does what the arguments say; returns the exit code. */
export type Command = (args: string[], terminal: Terminal) => Promise<number>

class CommandRefusal extends Error {}

/** Ends a command that cannot be done, with the sentence that says why. */
export function refuse(sentence: string): never {
  throw new CommandRefusal(sentence)
}

/** The message of a command-line error; null for any other error. */
const mistyped = (error: unknown): string | null =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    ? error.message
    : null

/**
 * Makes a command that tells its failures: by a sentence where the operator can mend the failure, else by its stack.
 */
export const command =
  (
    main: (args: string[], terminal: Terminal) => Promise<void>,
    sentenceOf: (error: unknown) => string | null,
  ): Command =>
  async (args, terminal) => {
    try {
      await main(args, terminal)
      return 0
    } catch (error) {
      const known = error instanceof CommandRefusal ? error.message : (mistyped(error) ?? sentenceOf(error))
      terminal.tell(known ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)))
      return 1
    }
  }

export async function runHere(run: Command): Promise<void> {
  const { stdout, stderr } = process
  process.exitCode = await run(process.argv.slice(2), {
    print: (line) => console.log(stdout.isTTY ? visibleText(line, '\n\t') : line),
    tell: (line) => console.error(stderr.isTTY ? visibleText(line, '\n\t') : line),
  })
}
