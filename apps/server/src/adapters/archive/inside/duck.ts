import { DuckDBInstance, type DuckDBValue, StatementType } from '@duckdb/node-api'

/** Limits of DuckDB's memory and files. */
type DuckLimits = {
  readonly memoryMb: number
  /** Folder for data that does not fit into memory. */
  readonly work: string
  /** The only folders that it may read or write. */
  readonly folders: readonly string[]
}

/** A DuckDB; statements and queries have separate connections and do not wait for each other. */
export type Duck = {
  run(sql: string): Promise<void>
  rows(sql: string, values?: readonly DuckDBValue[]): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Runs an operator's query; null where the SQL is anything but one query. */
  ask(sql: string): Promise<Answer | null>
  close(): void
}

export type Answer = {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** A text as an SQL literal. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
export const listOf = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`

/** Settings by which DuckDB downloads nothing, reads no other folder, and locks its configuration. */
const confined = (folders: readonly string[]): readonly string[] => [
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  `SET allowed_directories = ${listOf(folders.map((folder) => `${folder}/`))}`,
  'SET enable_external_access = false',
  'SET lock_configuration = true',
]

/** Opens an in-memory DuckDB in this process. */
export async function openDuck({ memoryMb, work, folders }: DuckLimits): Promise<Duck> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryMb}MB`,
    // One thread: each thread needs its own memory to sort, and the other processors are needed for frames.
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
