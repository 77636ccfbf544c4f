import type { History, HistoryQuestion, Retention } from '../../app/ports/market/archive.ts'
import type { LifetimeSource } from '../../app/ports/market/market-source.ts'

/** Place of the archive's files: a local folder, or a bucket of an object store. */
type ArchivePlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'objects'
      readonly endpoint: string
      readonly prefix: string
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

/** The first message to the archive's process. */
export type ArchiveSettings = {
  readonly dataDir: string
  readonly place: ArchivePlace
  readonly retention: Retention
}

export type ArchiveRequest =
  | { readonly kind: 'history'; readonly question: HistoryQuestion }
  /** Make segments of ready files, join small segments, remove old ones. */
  | { readonly kind: 'tend'; readonly now: number }
  | { readonly kind: 'drop'; readonly source: LifetimeSource }

export type ArchiveAnswer =
  | { readonly kind: 'history'; readonly history: History }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: string }

export type ToArchive =
  | { readonly kind: 'settings'; readonly settings: ArchiveSettings }
  | { readonly kind: 'request'; readonly id: number; readonly request: ArchiveRequest }

export type FromArchive =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ArchiveAnswer }
  /** A segment could not be read and was set aside. */
  | { readonly kind: 'damaged'; readonly key: string; readonly error: string }
