import { expect, test } from 'vitest'
import { isHigher, lockWithVersion, releasedChangelog, withVersion } from './texts.ts'

test.each([
  ['0.4.1', true],
  ['0.10.0', true],
  ['1.0.0', true],
  ['0.4.0', false],
  ['0.3.9', false],
  ['0.5', false],
  ['v0.5.0', false],
])('%s is higher than 0.4.0: %s', (version, expected) => {
  expect(isHigher(version, '0.4.0')).toBe(expected)
})

test('a package file takes the version for itself and for our packages, and no other pin changes', () => {
  const manifest = (version: string) => `{
  "name": "@makas/web",
  "version": "${version}",
  "dependencies": { "@makas/domain": "${version}", "react": "0.4.0" }
}
`
  expect(withVersion(manifest('0.4.0'), '0.5.0')).toBe(
    manifest('0.5.0').replace('"react": "0.5.0"', '"react": "0.4.0"'),
  )
})

test('the lock file takes the version for the root and the workspaces', () => {
  const lock = (version: string) => ({
    name: 'makas',
    version,
    packages: {
      '': { name: 'makas', version },
      'apps/web': { version, dependencies: { '@makas/domain': version } },
      'node_modules/react': { version: '0.4.0' },
    },
  })
  const text = `${JSON.stringify(lock('0.4.0'), null, 2)}\n`
  expect(JSON.parse(lockWithVersion(text, ['apps/web'], '0.5.0'))).toEqual(lock('0.5.0'))
  expect(() => lockWithVersion(text, ['apps/gone'], '0.5.0')).toThrow('apps/gone')
})

test('the unreleased changes become the section of the version, with its date', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A page.\n\n## 0.4.0 (2026-11-27)\n\n- Old.\n'
  expect(releasedChangelog(changelog, '0.5.0', '2026-11-29')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.5.0 (2026-11-29)\n\n### Added\n\n- A page.\n\n## 0.4.0 (2026-11-27)\n\n- Old.\n',
  )
})

test('without an unreleased change there is no section', () => {
  expect(releasedChangelog('# Changelog\n\n## Unreleased\n\n## 0.4.0 (2026-11-27)\n\n- Old.\n', '0.5.0', '')).toBeNull()
  expect(releasedChangelog('# Changelog\n', '0.5.0', '')).toBeNull()
})
