import type { DashboardTrends } from '@makas/contract'

type Day = DashboardTrends['days'][number]

const DAY_MINUTES = 1_440

/** Count at the end of each day: the current count minus what the later days added. */
export function atEachEnd(days: readonly Day[], now: number, added: (day: Day) => number): readonly number[] {
  const ends: number[] = []
  let end = now
  for (const day of days.toReversed()) {
    ends.push(Math.max(0, end))
    end -= added(day)
  }
  return ends.toReversed()
}

/**
 * Good minutes of each whole day in percent. Leaves out today, days without a measurement, and the first measured day,
 * because nobody knows at which hour the measurements began.
 */
export function goodShares(days: readonly Day[]): readonly number[] {
  const begun = days.findIndex((day) => day.good_minutes !== null)
  return days
    .slice(0, -1)
    .flatMap(({ good_minutes: good }, at) =>
      good === null || (at === begun && at > 0) ? [] : [(100 * good) / DAY_MINUTES],
    )
}
