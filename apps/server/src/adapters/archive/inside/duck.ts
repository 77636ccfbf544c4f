import { DuckDBInstance, type DuckDBValue, StatementType } from '@duckdb/node-api'

/** What DuckDB may use, and what it may touch. */
type DuckLimits = {
  readonly memoryMb: number
  /** Where it puts what does not fit its memory. */
  readonly work: string
  /** The only folders that it may read or write. */
  readonly folders: readonly string[]
}

/** What changes and what asks does not wait for each other. */
export type Duck = {
  run(sql: string): Promise<void>
  rows(sql: string, values?: readonly DuckDBValue[]): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** What a question of somebody else is answered with; null where it is anything but one question. */
  ask(sql: string): Promise<Answer | null>
  close(): void
}

export type Answer = {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** A text as SQL has it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
export const listOf = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`

/** The settings by which DuckDB fetches nothing, knows no other folder, and cannot be told otherwise. */
const confined = (folders: readonly string[]): readonly string[] => [
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  `SET allowed_directories = ${listOf(folders.map((folder) => `${folder}/`))}`,
  'SET enable_external_access = false',
  'SET lock_configuration = true',
]

/** DuckDB in this process, with nothing of its own on the disk. */
export async function openDuck({ memoryMb, work, folders }: DuckLimits): Promise<Duck> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryMb}MB`,
    // Each sorts in memory of its own; frames need the other processors anyway.
    threads: '1',
    temp_directory: `${work}/spill`,
    max_temp_directory_size: '4GB',
  })
  const [changing, asking] = [await instance.connect(), await instance.connect()]
  for (const setting of confined(folders)) await changing.run(setting)
  return {
    async run(sql) {
      await changing.run(sql)
    },
    async rows(sql, values = []) {
      const reader = await asking.runAndReadAll(sql, [...values])
      return reader.getRowObjectsJS() as Record<string, unknown>[]
    },
    async ask(sql) {
      const statements = await asking.extractStatements(sql)
      if (statements.count !== 1) return null
      const prepared = await statements.prepare(0)
      if (prepared.statementType !== StatementType.SELECT) return null
      const reader = await prepared.runAndReadAll()
      return { columns: reader.columnNames(), rows: reader.getRowObjectsJS() as Record<string, unknown>[] }
    },
    close() {
      changing.closeSync()
      asking.closeSync()
      instance.closeSync()
    },
  }
}
