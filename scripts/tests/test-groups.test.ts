import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pureTests } from './test-groups.ts'

function pureOf(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'makas-groups-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return pureTests(root, ['**/*.test.ts'])
}

test('a test is pure if nothing that it imports opens a socket, a thread, a process or a database, however far away', () => {
  const socket = "import { connect } from 'node:net'\nexport const open = connect\n"
  expect(
    pureOf({
      'plain.test.ts':
        "import { join } from 'node:path'\nimport { expect } from 'vitest'\nimport { one } from './one.ts'\n",
      'one.ts': "export { two } from './deep/two.ts'\nexport * from './one.ts'\n",
      'deep/two.ts': 'export const two = 2\n',
      'direct.test.ts': "import { Worker } from 'node:worker_threads'\n",
      'far.test.ts': "import {\n  type Three,\n  three,\n} from './three.ts'\n",
      'three.ts': "export { four } from './four.ts'\n",
      'four.ts': "import './socket.ts'\nexport const four = 4\n",
      'socket.ts': socket,
      'later.test.ts': "const { open } = await import('./socket.ts')\n",
      'typed.test.ts': "import type { Socket } from './socket.ts'\nexport type { Socket as S } from './socket.ts'\n",
    }),
  ).toEqual(['plain.test.ts', 'typed.test.ts'])
})

test('an unknown package counts as opening something', () => {
  expect(pureOf({ 'a.test.ts': "import { q } from 'some-client'\n", 'b.test.ts': "import 'zod'\n" })).toEqual([
    'b.test.ts',
  ])
})

test('imports that stand in a text and name no existing file count for nothing', () => {
  expect(pureOf({ 'a.test.ts': "const TEXT = `\nimport { x } from './gone.ts'\n`\n" })).toEqual(['a.test.ts'])
})
