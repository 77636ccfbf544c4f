/** A file of the archive: `<source>/<day>/<name>`. */
export type StoredFile = { readonly key: string; readonly bytes: number }

/** Where the archive's files lie. A file is there as a whole or not at all, and never changes. */
export type SegmentStore = {
  /** All files below a folder, in the order of their keys. */
  list(folder: string): Promise<readonly StoredFile[]>
  /** Takes over a finished file of the folder `work`. */
  put(key: string, file: string): Promise<void>
  /** A path at which it can be read now; null where it is gone. */
  open(key: string): Promise<string | null>
  remove(key: string): Promise<void>
  /** It cannot be read: kept for whoever looks into it, but no longer listed. */
  setAside(key: string): Promise<void>
  /** A folder of this machine for files that are being made; emptied at each start. */
  readonly work: string
}

/** What is set aside ends so, and is never listed. */
export const DAMAGED = '.damaged'
