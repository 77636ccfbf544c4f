import { istanbulDay } from '../format/times.ts'

/** An entry of a thread, with its time. */
export type ThreadEntry = { readonly id: string; readonly time: number }

/** The entries of one day in Istanbul. */
export type Day<S extends ThreadEntry> = { readonly day: string; readonly time: number; readonly entries: readonly S[] }

/** A thread in the order of time, grouped by day; entries of the same time keep their given order. */
export function byDay<S extends ThreadEntry>(thread: readonly S[]): readonly Day<S>[] {
  const days: { day: string; time: number; entries: S[] }[] = []
  for (const one of [...thread].sort((a, b) => a.time - b.time)) {
    const day = istanbulDay(one.time)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(one)
    else days.push({ day, time: one.time, entries: [one] })
  }
  return days
}
