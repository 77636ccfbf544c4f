/** Free space of the file systems that the server writes to. */
export interface Disk {
  /**
   * The existing folder with the least share of free space, from 0 (full) to 1 (empty); null where no folder can be
   * read.
   */
  fullest(): Promise<{ readonly folder: string; readonly freeShare: number } | null>
}
