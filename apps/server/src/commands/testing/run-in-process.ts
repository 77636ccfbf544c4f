import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bareEnv } from '../../http/testing/bare-env.ts'
import type { Command } from '../shared/run-command.ts'

type Settings = Readonly<Record<string, string>>

/** How a command ended; `said`: both outputs, the result first. */
type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string; readonly said: string }

const ended = (status: number | null, stdout: string, stderr: string): Ended => ({
  ...{ status, stdout, stderr },
  said: `${stdout}${stderr}`.trim(),
})

/**
 * Runs a command in the test's own process, with these settings only. `isEnough` ends a command that lasts: it is asked
 * at each remark.
 */
export async function runInProcess(
  run: Command,
  args: readonly string[],
  settings: Settings,
  isEnough: (remark: string) => boolean = () => false,
): Promise<Ended> {
  const stopping = new AbortController()
  const [out, told]: [string[], string[]] = [[], []]
  const terminal = {
    print: (line: string) => void out.push(`${line}\n`),
    tell: (line: string) => {
      told.push(`${line}\n`)
      if (isEnough(line)) stopping.abort()
    },
    settings,
    stopping: stopping.signal,
  }
  const status = await run([...args], terminal)
  return ended(status, out.join(''), told.join(''))
}

/** Runs the file of a command as a person does, with these settings only. */
export function runAsPerson(name: string, args: readonly string[], settings: Settings): Ended {
  const command = join(import.meta.dirname, '..', `${name}.ts`)
  const env = { ...bareEnv(), ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { env, encoding: 'utf8' })
  return ended(status, stdout, stderr)
}
