import type { FinishedEpisode } from '@makas/domain'

/** Storage of finished episodes: one store for the exchanges' market, one for the demo market. */
export type EpisodeStore = {
  /**
   * Passes the stored episodes to `tell`, oldest first; called once, before anything is appended. Counts lines that are
   * no episode.
   */
  read(tell: (episode: FinishedEpisode) => void): { readonly refused: number }
  /** Appends episodes; rejects unless all of them were written. Calls do not overlap. */
  append(episodes: readonly FinishedEpisode[]): Promise<void>
  /**
   * Appends episodes synchronously, at shutdown, when a promise may never resolve. @throws what `append` rejects with
   */
  appendNow(episodes: readonly FinishedEpisode[]): void
  clear(): Promise<void>
}
