import { expect, test } from 'vitest'
import { lockedHosts, loosePins, versionProblems } from './manifests.ts'

test('a range is no pin', () => {
  const manifest = {
    dependencies: { a: '1.2.3', b: '^1.2.3' },
    devDependencies: { c: '*', 'c-7': 'npm:c@7.0.2', 'c-8': 'npm:c@^8.0.0', 'c-9': 'npm:@c/c@9.0.0' },
    optionalDependencies: { d: '1.0.0-beta.1' },
  }
  expect(loosePins(manifest)).toEqual(['b@^1.2.3', 'c@*', 'c-8@npm:c@^8.0.0'])
})

test('a lock file may name a workspace but no registry', () => {
  expect(lockedHosts('"resolved": "packages/domain", "link": true')).toEqual([])
  expect(lockedHosts('"resolved": "https://registry.example/a.tgz"')).toEqual(['https://registry.example/a.tgz'])
})

test('the product has one version, and the changelog tells of it', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-23)\n\n## 0.1.0 (2026-11-09)\n'
  expect(versionProblems({ 'package.json': '0.2.0', 'a/package.json': '0.2.0' }, changelog)).toEqual([])
  expect(versionProblems({ 'package.json': '0.2.0', 'a/package.json': '0.1.0', b: undefined }, changelog)).toEqual([
    'a/package.json has version 0.1.0, the product 0.2.0',
    'b has version undefined, the product 0.2.0',
  ])
  expect(versionProblems({ 'package.json': '0.3.0' }, changelog)).toEqual([
    "the newest version in CHANGELOG.md is 0.2.0, the product's 0.3.0",
  ])
})
