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

/** What was read of routes: names of segments, and bytes of journal files by name. */
export type RoutesSeen = {
  readonly segments: readonly string[]
  readonly journals: Readonly<Record<string, number>>
}
/** Routes in what was not seen before, and all that is seen now. */
export type NewRoutes = { readonly routes: readonly string[]; readonly seen: RoutesSeen }

export type ArchiveRequest =
  | { readonly kind: 'history'; readonly question: HistoryQuestion }
  /** Routes with points between `from` and `to` (epoch ms), in all that was not seen yet. */
  | {
      readonly kind: 'routes'
      readonly source: LifetimeSource
      readonly seen: RoutesSeen
      readonly from: number
      readonly to: number
    }
  /** Make segments of ready files, join small segments, remove old segments. */
  | { readonly kind: 'tend'; readonly now: number }
  | { readonly kind: 'drop'; readonly source: LifetimeSource }

export type ArchiveAnswer =
  | { readonly kind: 'history'; readonly history: History }
  | { readonly kind: 'routes'; readonly found: NewRoutes }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: string }

export type ToArchive =
  | { readonly kind: 'settings'; readonly settings: ArchiveSettings }
  | { readonly kind: 'request'; readonly id: number; readonly request: ArchiveRequest }

export type FromArchive =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ArchiveAnswer }
  /** A segment could not be read and was set aside. */
  | { readonly kind: 'damaged'; readonly key: string; readonly error: string }
