/** Something that is done once a night. */
export type NightTask = {
  readonly name: string
  /** When it was last done to its end, epoch ms; null: never. */
  lastDone(now: number): Promise<number | null>
  /** What there is to say of it, for the log. May throw: then it is tried again. */
  run(now: number): Promise<Readonly<Record<string, unknown>>>
}
