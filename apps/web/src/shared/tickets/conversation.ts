import { istanbulDay } from '../format/times.ts'

/** An entry of a thread, with its time. */
export type ThreadEntry = { readonly id: string; readonly at: number }

/** The entries of one day in Istanbul. */
export type Day<S extends ThreadEntry> = { readonly day: string; readonly at: number; readonly entries: readonly S[] }

/** A thread in the order of time, grouped by day; entries of the same time keep their given order. */
export function byDay<S extends ThreadEntry>(thread: readonly S[]): readonly Day<S>[] {
  const days: { day: string; at: number; entries: S[] }[] = []
  for (const one of [...thread].sort((a, b) => a.at - b.at)) {
    const day = istanbulDay(one.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(one)
    else days.push({ day, at: one.at, entries: [one] })
  }
  return days
}
