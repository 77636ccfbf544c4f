import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shortenDrizzle } from './drizzle.mjs'
import { hashOf } from './hash.mjs'
import { modules, ownNode, Refusal, readText, root, say } from './place.mjs'
import { linkPostgres } from './postgres.mjs'
import { run } from './run.mjs'

const OWN_NODE = 24

/** npm's own script and the Node that runs it. Never the Node inside node_modules: `npm ci` removes it first. */
function npmCommand() {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return { command: process.env.npm_node_execpath ?? process.execPath, args: [script] }
  return { command: 'npm', args: [] }
}

/** The part of the manifests that npm reads: a new script is no reason to install everything again. */
function wants() {
  const manifestIn = (workspace) => JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  const { workspaces } = manifestIn('')
  return JSON.stringify(['', ...workspaces].map(manifestIn), (key, value) => (key === 'scripts' ? undefined : value))
}

/** Prints every few seconds how many of the lock file's packages have arrived. */
function reportInstall() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const fits = (values, own) => values === undefined || values.includes(own)
  const wanted = Object.entries(packages).filter(
    ([path, entry]) =>
      path.startsWith('node_modules') &&
      !entry.link &&
      fits(entry.os, process.platform) &&
      fits(entry.cpu, process.arch) &&
      fits(entry.libc, 'glibc'),
  )
  const began = Date.now()
  const timer = setInterval(() => {
    const present = wanted.filter(([path]) => existsSync(join(root, path, 'package.json'))).length
    say(`  ${Math.round((Date.now() - began) / 1000)} s: ${present} of ${wanted.length} packages in place`)
  }, 4000)
  return () => clearInterval(timer)
}

/**
 * Runs `npm ci`, unless everything that this lock file and these manifests want is installed already, for this
 * platform.
 */
export async function install() {
  const stampPath = join(modules, '.stamp')
  const stamp = hashOf([join(root, 'package-lock.json')], wants(), process.platform, process.arch)
  if (readText(stampPath) === stamp && existsSync(ownNode)) return
  rmSync(stampPath, { force: true })
  say('installing dependencies (npm ci; about half a minute the first time)')
  const { command, args } = npmCommand()
  const stopReport = reportInstall()
  try {
    await run(command, [
      ...args,
      'ci',
      '--include=dev',
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ])
  } finally {
    stopReport()
  }
  if (process.platform === 'darwin') linkOwnNode()
  finishModules()
  const found = (await run(ownNode, ['--version'], { collect: true })).trim()
  if (Number.parseInt(found.slice(1), 10) < OWN_NODE)
    throw new Refusal(`expected Node ${OWN_NODE} in node_modules, found ${found}`)
  writeFileSync(stampPath, stamp) // last: a half-done install must not look finished
  say(`dependencies are in place (Node ${found})`)
}

/** Completes node_modules after `npm ci`: PostgreSQL's library links, and a shorter manifest of drizzle-orm. */
export function finishModules() {
  linkPostgres()
  shortenDrizzle()
}

/** The registry has no current Node for macOS: the user's own takes its place. */
function linkOwnNode() {
  const path = join(modules, '.bin', 'node')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
}
