/** Room on the file systems that we write to. */
export interface Disk {
  /** The folder with the least share of free space, of those that are there: 0 is full, 1 is empty. */
  fullest(): Promise<{ readonly folder: string; readonly freeShare: number } | null>
}
