import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge, type Outcome } from './outcome.ts'

type Manifest = { readonly version?: string } & Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

/** An exact version, also under an alias (`npm:name@1.2.3`). */
const EXACT = /^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

/** Dependencies without an exact version, as `name@range`. */
export function loosePins(manifest: Manifest): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${name}@${version}`)
}

/** Registry addresses in a lock file: they tie every clone to the network on which the file was written. */
export function lockedHosts(lock: string): string[] {
  return [...lock.matchAll(/"resolved": "(\w+:\/\/[^"]*)"/g)].map(([, address]) => address ?? '')
}

/**
 * Problems of the product's single version: manifests whose version differs from the first manifest's, and a changelog
 * whose newest numbered heading differs.
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

/** The product has one version, every dependency is pinned, and the lock file has no registry addresses. */
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
