import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge, type Outcome } from './outcome.ts'

type Manifest = { readonly version?: string } & Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

/** One version, also under another name (`npm:name@1.2.3`). */
const EXACT = /^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

/** Dependencies that are not pinned to one version, as `name@range`. */
export function loosePins(manifest: Manifest): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${name}@${version}`)
}

/** Addresses of registries in a lock file: they tie every clone to the network that it was written on. */
export function lockedHosts(lock: string): string[] {
  return [...lock.matchAll(/"resolved": "(\w+:\/\/[^"]*)"/g)].map(([, address]) => address ?? '')
}

/**
 * What keeps the product from having one version: a manifest with another than the first one's, or a changelog whose newest
 * heading with a number is another.
 */
export function versionProblems(versions: Readonly<Record<string, string | undefined>>, changelog: string): string[] {
  const [[, product] = []] = Object.entries(versions)
  const others = Object.entries(versions).filter(([, version]) => version === undefined || version !== product)
  const told = /^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/m.exec(changelog)?.[1]
  return [
    ...others.map(([file, version]) => `${file} has version ${version}, the product ${product}`),
    ...(told === product ? [] : [`the newest version in CHANGELOG.md is ${told}, the product's ${product}`]),
  ]
}

/** The product has one version, every dependency is pinned, and the lock file names packages, not places. */
export function checkManifests(root: string): Outcome {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
  const files = ['package.json', ...workspaces.map((workspace) => `${workspace}/package.json`)]
  const loose = files.flatMap((file) =>
    loosePins(JSON.parse(read(file)) as Manifest).map((pin) => `${file}: ${pin} is not pinned`),
  )
  const hosts = lockedHosts(read('package-lock.json')).map((address) => `package-lock.json names ${address}`)
  const versions = files.map((file) => [file, (JSON.parse(read(file)) as Manifest).version] as const)
  const unlike = versionProblems(Object.fromEntries(versions), read('CHANGELOG.md'))
  return judge([...unlike, ...loose, ...hosts], files.length, 5)
}
