// `npm run bench [-- --long] [NAME …]`: runs every benchmark, or the named ones, each in a process of its own, so that
// no benchmark warms up or fills another's heap. Standard output carries one JSON object a line and nothing else;
// progress goes to standard error.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const names = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const flagsGiven = process.argv.slice(2).filter((one) => one.startsWith('--'))
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts') && (names.length === 0 || names.includes(file.replace('.bench.ts', ''))))
  .sort()

function run(file: string): Promise<number> {
  return new Promise((done, refuse) => {
    const flags = ['--expose-gc', '--disable-proto=delete']
    const child = spawn(process.execPath, [...flags, join(folder, file), ...flagsGiven], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const stop = (signal: NodeJS.Signals) => child.kill(signal)
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    child.once('error', refuse)
    child.once('close', (code) => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      done(code ?? 1)
    })
  })
}

const failed: string[] = []
for (const [index, file] of files.entries()) {
  process.stderr.write(`[${index + 1}/${files.length}] ${file}\n`)
  if ((await run(file)) !== 0) failed.push(file)
}
if (failed.length > 0 || files.length === 0) {
  process.stderr.write(files.length === 0 ? 'no benchmark found\n' : `failed: ${failed.join(', ')}\n`)
  process.exitCode = 1
}
