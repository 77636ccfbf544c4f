/** A file of the archive: `<source>/<day>/<name>`. */
export type StoredFile = { readonly key: string; readonly bytes: number }

/** Storage of the archive's files. A file appears atomically and never changes. */
export type SegmentStore = {
  /** Lists all files below a folder, ordered by key. */
  list(folder: string): Promise<readonly StoredFile[]>
  /** Moves a finished file of the folder `work` into the store. */
  put(key: string, file: string): Promise<void>
  /** A local path of the file; null where it is gone. */
  open(key: string): Promise<string | null>
  remove(key: string): Promise<void>
  /** Keeps an unreadable file for inspection, but no longer lists it. */
  setAside(key: string): Promise<void>
  /** A local folder for unfinished files; emptied at each start. */
  readonly work: string
}

/** Suffix of files that were set aside and are not listed. */
export const DAMAGED = '.damaged'
