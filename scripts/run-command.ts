import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export type Ended = { readonly exitCode: number; readonly output: string }

type Options = {
  readonly env?: Readonly<Record<string, string>>
  /** Shows the output while the tool runs; otherwise the output is collected and the caller may show it. */
  readonly live?: boolean
}

/**
 * Runs one of our tools to its end, with the running Node. A signal to this process is passed on to the tool: a test
 * run that is stopped must leave no server behind.
 */
export function runTool(
  script: string,
  args: readonly string[],
  { env = {}, live = false }: Options = {},
): Promise<Ended> {
  return new Promise((done, refuse) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      env: { ...process.env, TZ: 'UTC', ...env },
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    const pass = (signal: NodeJS.Signals) => child.kill(signal)
    const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    child.once('error', refuse)
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, pass)
      if (signal !== null) process.exitCode = 1
      done({ exitCode: code ?? 1, output })
    })
  })
}
