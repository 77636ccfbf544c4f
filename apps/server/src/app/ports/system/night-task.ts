/** A task that is done once a night. */
export type NightTask = {
  readonly name: string
  /** Last completion, epoch ms; null: never. */
  lastDone(now: number): Promise<number | null>
  /** Does the task; returns data for the log. May throw: then the task is tried again. */
  run(now: number): Promise<Readonly<Record<string, unknown>>>
}
