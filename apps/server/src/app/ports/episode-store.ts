import type { FinishedEpisode } from '@makas/domain'

/** Where finished episodes outlast a restart: one store for the exchanges', one for the demo market's. */
export type EpisodeStore = {
  /** Tells what is kept, oldest first; called once, before anything is appended. Lines that are no episode are counted. */
  read(tell: (episode: FinishedEpisode) => void): { readonly refused: number }
  /** Rejects when not all of them were written. Calls do not overlap. */
  append(episodes: readonly FinishedEpisode[]): Promise<void>
  /** The same at once, for when we stop: nobody may be there to see a promise kept. Throws what `append` rejects with. */
  appendNow(episodes: readonly FinishedEpisode[]): void
  /** Forgets everything. */
  clear(): Promise<void>
}
