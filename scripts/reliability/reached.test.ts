import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Tree } from './history.ts'
import { codeOf } from './reached.ts'

const TEST = 'apps/one.test.tsx'
const CORE = 'packages/domain/book-core/a.ts'

/** A tree of files with their texts; ids are hashes of the texts, as those of git's blobs. */
function treeOf(texts: Readonly<Record<string, string>>): Tree {
  const idOf = (text: string) => createHash('sha1').update(text).digest('hex')
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, idOf(text)]))
  return { files, text: (path) => texts[path] ?? '' }
}

/** Of a text that writes `#{…}` for the placeholders of its templates. */
const codeOfText = (text: string) => codeOf(TEST, treeOf({ [TEST]: text.replaceAll('#{', '${') }))

describe('the code that a test reaches', () => {
  test.each([
    ['a line comment', 'run(1) // once\n', 'run(1) // twice\n'],
    ['a comment that goes', '/** Runs. */\nrun(1)\n', 'run(1)\n'],
    ['a comment at the end', 'run(1)\n', 'run(1)\n// end\n'],
    ['a comment in an empty block', 'try { run() } catch { /* gone */ }', 'try { run() } catch { /* lost */ }'],
    ['a comment in a template', 'run(`a#{/* one */ b}`)', 'run(`a#{/* two */ b}`)'],
    ['a comment between tags', 'run(<p>{/* one */}</p>)', 'run(<p>{/* two */}</p>)'],
    ['a comment before a comment sign in a string', "/* a */ run('/*') // b", "run('/*')"],
    ['white space', 'if (a) {\n  run(1,  2)\n}\n', 'if (a) { run(1, 2) }'],
    ['a list in lines', 'run(1, 2)', 'run(\n  1,\n  2,\n)'],
    ['type of a parameter', 'const run = (a: One) => a', 'const run = (a: Two) => a'],
    ['type argument', 'run<One>(new Set<One>())', 'run<Two>(new Set<Two>())'],
    ['type that is asserted', 'run(a as One)', 'run(a as Two)'],
    ['type that is declared', 'type One = { a: 1 }\nrun()', 'type Two = { b: 2 }\nrun()'],
    ['interface', 'interface One { a: 1 }\nrun()', 'interface Two { b: 2 }\nrun()'],
    ['implemented interface', 'class A extends B implements One {}', 'class A extends B implements Two {}'],
    ['name of an imported type', "import { a, type One } from './b.ts'", "import { type Two, a } from './b.ts'"],
    ['import of types', "import type { One } from 'b'\nrun()", "import type { Two } from 'b'\nrun()"],
    ['export of types', "export type { One } from 'b'\nrun()", "export type { Two } from 'b'\nrun()"],
    ['indentation between tags', 'run(<p>\n  one\n  two\n</p>)', 'run(<p>\n    one\n    two\n</p>)'],
  ])('stays with another %s', (_, before, after) => {
    expect(codeOfText(after)).toBe(codeOfText(before))
  })

  test.each([
    ['name', 'run(one)', 'run(two)'],
    ['number', 'run(1)', 'run(2)'],
    ['operator', 'run(-a)', 'run(+a)'],
    ['class above it', 'class A extends B {}', 'class A extends C {}'],
    ['imported name', "import { a, type One } from './b.ts'", "import { b, type One } from './b.ts'"],
    ['value behind a type', 'const a: One = 1', 'const a: One = 2'],
    ['keyword', 'let a = 1', 'const a = 1'],
    ['string', "run('a')", "run('b')"],
    ['white space in a string', "run('a b')", "run('a  b')"],
    ['comment sign in a string', "run('// a')", "run('// b')"],
    ['template', 'run(`a #{b} c`)', 'run(`a #{b} d`)'],
    ['white space in a template', 'run(`a #{b} c`)', 'run(`a #{b}\nc`)'],
    ['comment sign in a template', 'run(`/* a */ #{b} // c`)', 'run(`/* d */ #{b} // c`)'],
    ['comment sign at the end of a template', 'run(`/* a */ #{b} // c`)', 'run(`/* a */ #{b} // d`)'],
    ['pattern with a comment sign', 'run(/[/*] a/)', 'run(/[/*] b/)'],
    ['text behind such a pattern', 'run(/[/*]/, 1, /a*/)', 'run(/[/*]/, 2, /a*/)'],
    ['text between tags', 'run(<p>one</p>)', 'run(<p>two</p>)'],
    ['shown space between tags', 'run(<p>one {a}</p>)', 'run(<p>one\n{a}</p>)'],
    ['part of a loop', 'for (; a; b);', 'for (a; b; );'],
    ['line that ends a statement', 'return\nrun()', 'return run()'],
  ])('is another with another %s', (_, before, after) => {
    expect(codeOfText(after)).not.toBe(codeOfText(before))
  })

  test('types of the core count, since they decide what is compiled', () => {
    const code = (type: string) =>
      codeOf(TEST, treeOf({ [TEST]: "import '../packages/domain/book-core/a.ts'", [CORE]: `run(a as ${type})` }))
    expect(code('u32')).not.toBe(code('i32'))
  })

  test('of other files every byte counts', () => {
    const code = (sql: string) =>
      codeOf(TEST, treeOf({ [TEST]: "read(new URL('./all.sql', import.meta.url))", 'apps/all.sql': sql }))
    expect(code('select 1 -- two\n')).not.toBe(code('select 1 -- one\n'))
  })

  test('an imported file counts by its code too', () => {
    const code = (text: string) => codeOf(TEST, treeOf({ [TEST]: "import './beside.ts'", 'apps/beside.ts': text }))
    expect(code('run(1) // one')).toBe(code('run(1)'))
    expect(code('run(1)')).not.toBe(code('run(2)'))
  })

  test('a folder above the file is a base of other places, and is not read itself', () => {
    const from =
      "const ABOVE = join(import.meta.dirname, '..')\nrun(join(ABOVE, 'bin', 'run.ts'), join(ABOVE, 'all', name))"
    const code = (more: Readonly<Record<string, string>>) =>
      codeOf(TEST, treeOf({ [TEST]: from, 'bin/run.ts': 'run(1)', 'all/one.sql': 'a', 'beside.ts': 'run(1)', ...more }))
    expect(code({ 'beside.ts': 'run(2)' })).toBe(code({}))
    expect(code({ 'bin/run.ts': 'run(2)' })).not.toBe(code({}))
    expect(code({ 'all/one.sql': 'b' })).not.toBe(code({}))
  })
})
