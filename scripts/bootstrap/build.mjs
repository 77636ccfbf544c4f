import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './hash.mjs'
import { modules, ownNode, readText, root, say } from './place.mjs'
import { run } from './run.mjs'

function filesUnder(folder, wanted) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !/[/](node_modules|dist)[/]/.test(path.slice(root.length)) && wanted(path))
    .sort()
}

/** Builds the site into dist/, unless dist/ was built from these very sources. */
export async function build() {
  const target = join(root, 'dist')
  const isSource = (path) => !/\.test\.tsx?$|\/testing\//.test(path)
  const sources = ['apps/web', 'packages/domain', 'packages/contract'].flatMap((folder) =>
    filesUnder(join(root, folder), isSource),
  )
  const stamp = hashOf([...sources, join(root, 'package-lock.json'), join(root, 'tsconfig.base.json')])
  if (readText(join(target, '.stamp')) === stamp) return
  say(`building the site (${sources.length} source files)`)
  const next = join(root, `dist-${process.pid}`)
  const old = join(root, `dist-old-${process.pid}`)
  try {
    const vite = (...args) =>
      run(ownNode, [join(modules, 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn', ...args], {
        cwd: join(root, 'apps', 'web'),
        env: { ...process.env, NODE_ENV: 'production' },
      })
    await vite('--outDir', next, '--emptyOutDir', '--manifest')
    await vite('--outDir', join(next, '.prerender'), '--emptyOutDir', '--ssr', 'src/app/prerender.tsx')
    await run(ownNode, [join(root, 'scripts', 'bootstrap', 'prerender.mjs'), next], {
      env: { ...process.env, NODE_ENV: 'production' },
    })
    writeFileSync(join(next, '.stamp'), stamp)
    // Swapped in whole, so a server that is running never serves half a build.
    if (existsSync(target)) renameSync(target, old)
    renameSync(next, target)
  } finally {
    rmSync(next, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
  say('the site is built')
}
