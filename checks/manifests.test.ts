import { expect, test } from 'vitest'
import { lockedHosts, loosePins } from './manifests.ts'

test('a range is no pin', () => {
  const manifest = {
    dependencies: { a: '1.2.3', b: '^1.2.3' },
    devDependencies: { c: '*' },
    optionalDependencies: { d: '1.0.0-beta.1' },
  }
  expect(loosePins(manifest)).toEqual(['b@^1.2.3', 'c@*'])
})

test('a lock file may name a workspace but no registry', () => {
  expect(lockedHosts('"resolved": "packages/domain", "link": true')).toEqual([])
  expect(lockedHosts('"resolved": "https://registry.example/a.tgz"')).toEqual(['https://registry.example/a.tgz'])
})
