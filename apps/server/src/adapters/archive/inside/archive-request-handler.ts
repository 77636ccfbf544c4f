import { rm } from 'node:fs/promises'
import type { LifetimeSource } from '../../../app/ports/market/market-source.ts'
import { journalFolder } from '../history-journal.ts'
import type { ArchiveAnswer, ArchiveRequest, ArchiveSettings } from '../messages.ts'
import { packJournals, wholeHistory } from './journals.ts'
import { newRoutes } from './new-routes.ts'
import { type OpenArchive, openArchive } from './open-archive.ts'

const SOURCES: readonly LifetimeSource[] = ['live', 'demo']

/** Answers the server's requests: changes run one after the other, and questions do not wait for them. */
export class ArchiveRequestHandler {
  readonly #settings: ArchiveSettings
  readonly #opened: Promise<OpenArchive>
  #changing: Promise<unknown> = Promise.resolve()

  constructor(settings: ArchiveSettings, damaged: (key: string, error: string) => void) {
    this.#settings = settings
    this.#opened = openArchive(settings, damaged)
  }

  async answer(request: ArchiveRequest): Promise<ArchiveAnswer> {
    try {
      const { archive } = await this.#opened
      if (request.kind === 'history') {
        const history = await wholeHistory(archive, this.#settings.dataDir, request.question)
        return { kind: 'history', history }
      }
      if (request.kind === 'routes')
        return { kind: 'routes', found: await newRoutes(archive, this.#settings.dataDir, request) }
      const change = this.#changing.then(() => this.#change(request))
      this.#changing = change.catch(() => undefined)
      await change
      return { kind: 'done' }
    } catch (error) {
      return { kind: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }

  async #change(request: Exclude<ArchiveRequest, { kind: 'history' | 'routes' }>): Promise<void> {
    const { archive } = await this.#opened
    const { dataDir, retention } = this.#settings
    if (request.kind === 'drop') {
      await rm(journalFolder(dataDir, request.source), { recursive: true, force: true })
      return archive.drop(request.source)
    }
    for (const source of SOURCES) await packJournals(archive, dataDir, source)
    await archive.tidy(request.now, retention)
  }
}
