import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { ViteManifest } from './bundle-budget.ts'
import { judge, type Outcome } from './outcome.ts'

/** Modules of the admin panel: its pages and the frame around them. */
const ADMIN = /src\/(features\/admin-|app\/frame\/admin-frame)/
/**
 * Files of sentences that only the panel shows; `admin.ts`, which it shares with the site's login, is not among them.
 */
const ADMIN_TEXT = /^admin-.+\.ts$/
/** Least length of a sentence that is searched for; a shorter text may also stand elsewhere. */
const TELLING = 16

/** Splits the manifest's chunks, by key, into chunks that visitors' pages can load, now or later, and all others. */
export function chunksOf(manifest: ViteManifest): { readonly visitor: readonly string[]; readonly admin: string[] } {
  const visitor = new Set<string>()
  const see = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined || visitor.has(key)) return
    visitor.add(key)
    for (const next of chunk.imports ?? []) see(next)
    // The router imports the panel's pages dynamically, but loads them for admins only.
    for (const next of chunk.dynamicImports ?? []) if (!ADMIN.test(next)) see(next)
  }
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) see(key)
  return { visitor: [...visitor], admin: Object.keys(manifest).filter((key) => !visitor.has(key)) }
}

/** Longer string literals of a source, which the build leaves as they are. */
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

/** No chunk that a visitor can load has a module of the admin panel (by name) or a sentence of it (by content). */
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
  // Proves something only if most of the panel's sentences are in the panel's chunks and visitors' scripts were read.
  const looked = features.length === 0 || read === 0 || told.size * 2 < sentences.length ? 0 : read + told.size
  return judge(problems, looked)
}

function adminSentences(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const isAdmin = (name: string) => ADMIN_TEXT.test(name.split(/[/\\]/).at(-1) ?? '')
  const textsOf = (name: string) => sentencesIn(name, readFileSync(join(folder, name), 'utf8'))
  // A sentence may be part of a longer sentence that everybody is shown.
  const shared = files.filter((name) => !isAdmin(name)).map((name) => readFileSync(join(folder, name), 'utf8'))
  return files
    .filter(isAdmin)
    .flatMap(textsOf)
    .filter((sentence) => !shared.some((source) => source.includes(sentence)))
}

const scriptOf = (dist: string, file: string | undefined): string =>
  file?.endsWith('.js') ? readFileSync(join(dist, file), 'utf8') : ''
