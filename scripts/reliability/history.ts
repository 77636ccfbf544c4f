import { execFileSync } from 'node:child_process'
import { PAGE, RECORD } from './record.ts'

/** The files of a commit: their paths from the root with the ids of their contents, and the texts of the code. */
export type Tree = { readonly files: ReadonlyMap<string, string>; readonly text: (path: string) => string }

const CODE = /\.(tsx?|mjs)$/
const LARGEST = 1 << 28

function git(root: string, args: readonly string[], input?: string): Buffer {
  return execFileSync('git', args, { cwd: root, input, maxBuffer: LARGEST, stdio: ['pipe', 'pipe', 'ignore'] })
}

const said = (root: string, args: readonly string[]) => git(root, args).toString().trim()

/** The short name of the commit that is checked out. */
export const headOf = (root: string): string => said(root, ['rev-parse', '--short', 'HEAD'])

/** Changes against that commit, except in the record of figures and its page; with any, no figure is kept. */
export function changesIn(root: string): string[] {
  const lines = git(root, ['status', '--porcelain', '--untracked-files=all']).toString().split('\n')
  return lines.filter((line) => line !== '' && line.slice(3) !== RECORD && line.slice(3) !== PAGE)
}

/** The short name of the commit that is checked out; null if the working tree differs from it. */
export const cleanHead = (root: string): string | null => (changesIn(root).length === 0 ? headOf(root) : null)

/** Why git has no usable history here (none, or a shallow clone); null where it has. */
export function whyNoHistory(root: string): string | null {
  try {
    if (said(root, ['rev-parse', '--is-shallow-repository']) === 'true') return 'this clone is shallow'
    headOf(root)
    return null
  } catch {
    return 'git has no history here'
  }
}

/** The history of the commit that is checked out: its commits and their files. */
export class History {
  readonly #root: string
  readonly #commits: readonly string[]
  readonly #texts = new Map<string, string>()
  readonly #trees = new Map<string, Tree>()

  /** @throws where there is no history (`whyNoHistory`). */
  constructor(root: string) {
    this.#root = root
    this.#commits = said(root, ['rev-list', 'HEAD']).split('\n')
  }

  /** Whether a short name is that of a commit of the history; false once it was squashed or rebased away. */
  knows(commit: string): boolean {
    return commit.length >= 7 && this.#commits.some((name) => name.startsWith(commit))
  }

  tree(commit: string): Tree {
    const known = this.#trees.get(commit)
    if (known !== undefined) return known
    const lines = git(this.#root, ['ls-tree', '-r', '-z', '--full-tree', commit]).toString().split('\0')
    // `<mode> <type> <id>\t<path>`
    const files = new Map(
      lines
        .filter((line) => line !== '')
        .map((line) => [line.slice(line.indexOf('\t') + 1), line.split(/[ \t]/)[2] ?? '']),
    )
    this.#read([...files].filter(([path]) => CODE.test(path)).map(([, id]) => id))
    const tree = { files, text: (path: string) => this.#texts.get(files.get(path) ?? '') ?? '' }
    this.#trees.set(commit, tree)
    return tree
  }

  /** Reads texts of blobs, all in one git process: a commit has more than a thousand files. */
  #read(ids: readonly string[]): void {
    const wanted = [...new Set(ids)].filter((id) => !this.#texts.has(id))
    if (wanted.length === 0) return
    const answer = git(this.#root, ['cat-file', '--batch'], `${wanted.join('\n')}\n`)
    let from = 0
    for (const id of wanted) {
      // `<id> blob <size>\n<content>\n`
      const line = answer.indexOf('\n', from)
      const size = Number(answer.subarray(from, line).toString().split(' ')[2])
      this.#texts.set(id, answer.subarray(line + 1, line + 1 + size).toString())
      from = line + 1 + size + 1
    }
  }
}
