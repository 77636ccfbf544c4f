import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { ViteManifest } from './bundle-budget.ts'
import { judge, type Outcome } from './outcome.ts'

/** The modules of the panel: its pages, and the frame around them. */
const ADMIN = /src\/(features\/admin-|app\/admin-frame)/
/** Sentences that only the panel says; the site's own door and login share `admin.ts`. */
const ADMIN_TEXT = /^admin-.+\.ts$/
/** A shorter text may well stand somewhere else too. */
const TELLING = 16

/** The chunks that a visitor's pages can load, now or later, and all others; keys of the manifest. */
export function chunksOf(manifest: ViteManifest): { readonly visitor: readonly string[]; readonly admin: string[] } {
  const visitor = new Set<string>()
  const see = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined || visitor.has(key)) return
    visitor.add(key)
    for (const next of chunk.imports ?? []) see(next)
    // The router names the panel's pages, but loads them for nobody else.
    for (const next of chunk.dynamicImports ?? []) if (!ADMIN.test(next)) see(next)
  }
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) see(key)
  return { visitor: [...visitor], admin: Object.keys(manifest).filter((key) => !visitor.has(key)) }
}

/** The longer texts of a source that stand in the built script as they are written. */
export function sentencesIn(name: string, source: string): readonly string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ES2023, true)
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    if (isText && node.text.length >= TELLING && !/["'`\\\n$]/.test(node.text)) found.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found]
}

/** Nothing of the admin panel is in a chunk that a visitor can load: no module of it by name, and no sentence of it by content. */
export function checkVisitorChunks(root: string): Outcome {
  const dist = join(root, 'dist')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as ViteManifest
  const { visitor, admin } = chunksOf(manifest)
  const problems = visitor.filter((key) => ADMIN.test(key)).map((key) => `a visitor's page loads ${key}`)
  const features = readdirSync(join(root, 'apps', 'web', 'src', 'features')).filter((name) => name.startsWith('admin-'))
  for (const name of features) {
    if (!Object.keys(manifest).some((key) => key.includes(`/${name}/`))) problems.push(`${name} is no chunk of its own`)
  }
  const sentences = adminSentences(join(root, 'apps', 'web', 'src', 'text'))
  const told = new Set<string>()
  for (const file of admin.map((key) => manifest[key]?.file)) {
    const script = scriptOf(dist, file)
    for (const sentence of sentences) if (script.includes(sentence)) told.add(sentence)
  }
  let read = 0
  for (const file of visitor.map((key) => manifest[key]?.file)) {
    const script = scriptOf(dist, file)
    if (script !== '') read += 1
    for (const sentence of sentences) if (script.includes(sentence)) problems.push(`${file} says: ${sentence}`)
  }
  // Proven only where the panel's sentences are found where they belong, and the visitors' scripts were read.
  const looked = features.length === 0 || read === 0 || told.size * 2 < sentences.length ? 0 : read + told.size
  return judge(problems, looked)
}

function adminSentences(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const isAdmin = (name: string) => ADMIN_TEXT.test(name.split(/[/\\]/).at(-1) ?? '')
  const textsOf = (name: string) => sentencesIn(name, readFileSync(join(folder, name), 'utf8'))
  // A sentence may be part of a longer one that is told to everybody.
  const shared = files.filter((name) => !isAdmin(name)).map((name) => readFileSync(join(folder, name), 'utf8'))
  return files
    .filter(isAdmin)
    .flatMap(textsOf)
    .filter((sentence) => !shared.some((source) => source.includes(sentence)))
}

const scriptOf = (dist: string, file: string | undefined): string =>
  file?.endsWith('.js') ? readFileSync(join(dist, file), 'utf8') : ''
