import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

const SERVER = 'apps/server/src'
const EXCHANGES = `${SERVER}/adapters/exchanges`
const WEB = 'apps/web/src'

const manifest = (own: object): string => JSON.stringify({ version: '0.1.0', private: true, type: 'module', ...own })

const OUR_TWO = { '@makas/contract': '0.1.0', '@makas/domain': '0.1.0' }

/** Makes the rooms of a folder, each importing the one before it. */
const rooms = (folder: string, order: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    order.map((room, at) => [
      `${folder}/${room}/one.ts`,
      at === 0 ? 'export const one = 1\n' : `export { one } from '../${order[at - 1]}/one.ts'\n`,
    ]),
  )

/** Rooms of app/market in the order of the data's path; `market-run.ts` joins them. */
export const MARKET_ROOMS = ['legs', 'opportunity', 'route', 'lifetimes', 'detect', 'engine', 'publish'] as const
/** Rooms of `_shared`, the part that all feeds share. */
export const FEED_ROOMS = ['parse', 'talk', 'socket', 'rest', 'feed'] as const
/** Rooms of the contract; its `index.ts` joins them. */
export const CONTRACT_ROOMS = ['calls', 'site', 'market', 'users', 'support'] as const

/** Files of a small project that keeps every rule: one of each layer, with allowed imports. */
const LAWFUL: Readonly<Record<string, string>> = {
  'package.json': manifest({ workspaces: ['packages/domain', 'packages/contract', 'apps/server', 'apps/web'] }),
  'packages/domain/package.json': manifest({ name: '@makas/domain', exports: './src/index.ts' }),
  'packages/contract/package.json': manifest({
    name: '@makas/contract',
    exports: './src/index.ts',
    dependencies: { zod: '4.6.7' },
  }),
  'apps/server/package.json': manifest({
    name: '@makas/server',
    dependencies: { ...OUR_TWO, fastify: '5.12.8', ws: '8.23.0', zod: '4.6.7' },
  }),
  'apps/web/package.json': manifest({ name: '@makas/web', dependencies: OUR_TWO }),
  'packages/domain/src/index.ts': `export { one } from './money/one.ts'\n`,
  'packages/domain/src/money/one.ts': `export const one = 1n\n`,
  'packages/contract/src/index.ts': `export { Row } from './row.ts'\nexport { one } from './support/one.ts'\n`,
  'packages/contract/src/row.ts': `import { z } from 'zod'\nexport const Row = z.object({ id: z.string() })\n`,
  [`${SERVER}/main.ts`]: [
    `import { config } from './config/config.ts'`,
    `import { serve } from './http/serve.ts'`,
    `import { feed } from './adapters/exchanges/alpha/feed.ts'`,
    `import { other } from './adapters/exchanges/beta/feed.ts'`,
    `import { now } from './adapters/system/clock.ts'`,
    `import { one } from './app/market/run.ts'`,
    `import { market } from './simulator/market.ts'`,
    `import { listen } from './process/listen.ts'`,
    `serve(config, feed, other, now, one, market, listen)\n`,
  ].join('\n'),
  [`${SERVER}/process/listen.ts`]: [
    `import { now } from '../adapters/system/clock.ts'`,
    `import { config } from '../config/config.ts'`,
    `import { serve } from '../http/serve.ts'`,
    `export const listen = () => serve(config, now)\n`,
  ].join('\n'),
  [`${SERVER}/config/config.ts`]: `import { z } from 'zod'\nexport const config = z.string().parse(process.env.HOST)\n`,
  [`${SERVER}/app/list.ts`]: [
    `import { one } from '@makas/domain'`,
    `import type { Clock } from './ports/clock.ts'`,
    `export const list = (clock: Clock) => [one, clock.now()]\n`,
  ].join('\n'),
  [`${SERVER}/app/ports/clock.ts`]: `export interface Clock { now(): number }\n`,
  [`${SERVER}/http/serve.ts`]: [
    `import { Row } from '@makas/contract'`,
    `import { fastify } from 'fastify'`,
    `import { list } from '../app/list.ts'`,
    `export const serve = (...parts: unknown[]) => [fastify(), Row, list, parts]\n`,
  ].join('\n'),
  [`${EXCHANGES}/_shared/socket.ts`]: `import { WebSocket } from 'ws'\nexport const open = (url: string) => new WebSocket(url)\n`,
  [`${EXCHANGES}/_shared/digits.ts`]: `export const digits = 1\n`,
  [`${EXCHANGES}/alpha/feed.ts`]: [
    `import { one } from '../_shared/all.ts'`,
    `import { open } from '../_shared/socket.ts'`,
    `import { map } from './map.ts'`,
    `export const feed = () => [open('ws://127.0.0.1'), map, one]\n`,
  ].join('\n'),
  [`${EXCHANGES}/alpha/map.ts`]: [
    `import { one } from '@makas/domain'`,
    `import { digits } from '../_shared/digits.ts'`,
    `import { wire } from './wire.ts'`,
    `export const map = [one, digits, wire]\n`,
  ].join('\n'),
  [`${EXCHANGES}/alpha/wire.ts`]: `export const wire = 1\n`,
  [`${EXCHANGES}/beta/feed.ts`]: `export const other = 1\n`,
  [`${SERVER}/adapters/system/clock.ts`]: [
    `import type { Clock } from '../../app/ports/clock.ts'`,
    `export const now: Clock = { now: () => Date.now() }\n`,
  ].join('\n'),
  [`${SERVER}/vault.process.ts`]: `import { open } from './adapters/vault/inside/envelope.ts'\nopen()\n`,
  [`${SERVER}/adapters/vault/inside/envelope.ts`]: `export const open = () => 1\n`,
  [`${SERVER}/simulator/market.ts`]: `import { createServer } from 'node:http'\nexport const market = createServer\n`,
  ...rooms(`${SERVER}/app/market`, MARKET_ROOMS),
  [`${SERVER}/app/market/run.ts`]: `export { one } from './publish/one.ts'\n`,
  ...rooms(`${EXCHANGES}/_shared`, FEED_ROOMS),
  [`${EXCHANGES}/_shared/all.ts`]: `export { one } from './feed/one.ts'\n`,
  ...rooms('packages/contract/src', CONTRACT_ROOMS),
  [`${WEB}/main.tsx`]: `import { tr } from './text/tr.ts'\nimport { App } from './app/app.tsx'\nApp(tr)\n`,
  [`${WEB}/app/app.tsx`]: [
    `import { books } from '../features/books/books.ts'`,
    `import { help } from '../features/help/help.ts'`,
    `export const App = (title: unknown) => [title, books, help]\n`,
  ].join('\n'),
  [`${WEB}/features/books/books.ts`]: `import { show } from '../../shared/format/show.ts'\nexport const books = show(1)\n`,
  [`${WEB}/features/help/help.ts`]: `import { one, Row } from '@makas/contract'\nimport { one as first } from '@makas/domain'\nexport const help = [Row, one, first]\n`,
  [`${WEB}/shared/format/show.ts`]: `export const show = (value: number) => value.toFixed(2)\n`,
  [`${WEB}/text/tr.ts`]: `export const tr = { title: 'Fırsatlar' }\n`,
}

/** A project in a temporary folder. */
export type PlantedProject = {
  readonly root: string
  /** Writes a file, or replaces it. */
  plant(path: string, text: string): void
  /** Gives a file its lawful text again; removes it if it has none. */
  restore(path: string): void
  remove(): void
}

/** Writes the lawful project; `node_modules` links real packages, and our own two to the project's sources. */
export function plantProject(): PlantedProject {
  const folder = mkdtempSync(join(tmpdir(), 'makas-rules-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(LAWFUL)) write(path, text)
  for (const file of ['knip.json', '.gitignore']) cpSync(join(root, file), join(folder, file))
  const link = (name: string, target: string) => {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(target, join(folder, 'node_modules', name))
  }
  for (const name of ['zod', 'fastify', 'ws', 'react', 'vitest']) link(name, join(root, 'node_modules', name))
  for (const name of ['domain', 'contract']) link(`@makas/${name}`, join(folder, 'packages', name))
  execFileSync('git', ['init', '-q'], { cwd: folder })
  return {
    root: folder,
    plant: write,
    restore: (path) => {
      const text = LAWFUL[path]
      if (text === undefined) rmSync(join(folder, path), { force: true })
      else write(path, text)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The lawful text of a file of the planted project, to add a line to. */
export function lawful(path: string): string {
  const text = LAWFUL[path]
  if (text === undefined) throw new Error(`the lawful project has no ${path}`)
  return text
}
