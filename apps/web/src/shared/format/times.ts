import { amount, whole } from './numbers.ts'

const ZONE = 'Europe/Istanbul'
const clock = new Intl.DateTimeFormat('tr-TR', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const clockMs = new Intl.DateTimeFormat('tr-TR', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
})
const dayAndClock = new Intl.DateTimeFormat('tr-TR', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/** Time of day in Istanbul, whatever the browser's zone: `14:03:21`. */
export function istanbulClock(epochMs: number): string {
  return clock.format(epochMs)
}

/** Time of day in Istanbul with milliseconds: `14:03:21,042`. */
export function istanbulClockMs(epochMs: number): string {
  return clockMs.format(epochMs)
}

/** Day and time in Istanbul: `20.11.2026 23:20:49`. */
export function istanbulTime(epochMs: number): string {
  return dayAndClock.format(epochMs)
}

const shortDay = new Intl.DateTimeFormat('tr-TR', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** Day and month of an ISO day: `2026-10-24` as `24 Eki`. */
export function dayAndMonth(isoDay: string): string {
  return shortDay.format(Date.parse(`${isoDay}T00:00:00Z`))
}

const calendarDay = new Intl.DateTimeFormat('tr-TR', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

/** The day in Istanbul: `20.11.2026`. */
export function istanbulDay(epochMs: number): string {
  return calendarDay.format(epochMs)
}

const month = new Intl.DateTimeFormat('tr-TR', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** Month and year of an ISO month: `2026-07` as `Temmuz 2026`. */
export function monthOf(isoMonth: string): string {
  return month.format(Date.parse(`${isoMonth.slice(0, 7)}-01T00:00:00Z`))
}

/** A span in words and its largest unit alone, for long waits: `12 dakika`, `18 saat`, `3 gün`. */
export function roughSpan(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 1) return '1 dakikadan az'
  if (minutes < 60) return inUnit('minute').format(minutes)
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? inUnit('hour').format(hours) : inUnit('day').format(Math.floor(hours / 24))
}

const inUnit = (unit: 'minute' | 'hour' | 'day') =>
  new Intl.NumberFormat('tr-TR', { style: 'unit', unit, unitDisplay: 'long' })

/** A span in at most two units: `0,4 sn`, `12 sn`, `1 dk 5 sn`, `2 sa 3 dk`. */
export function span(ms: number): string {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 9.95) return `${amount(seconds, 1)} sn`
  const all = Math.round(seconds)
  if (all < 60) return `${whole(all)} sn`
  const minutes = Math.floor(all / 60)
  if (minutes < 60) return all % 60 ? `${minutes} dk ${all % 60} sn` : `${minutes} dk`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 ? `${whole(hours)} sa ${minutes % 60} dk` : `${whole(hours)} sa`
}

/** A span in its largest unit alone, rounded down: `0,4 sn`, `12 sn`, `1 dk`, `2 sa`. */
export function shortSpan(ms: number): string {
  const unit = ms < 59_500 ? 1 : ms < 3_600_000 ? 60_000 : 3_600_000
  return span(unit === 1 ? ms : Math.max(60_000, Math.floor(ms / unit) * unit))
}

/** A span in whole seconds, for labels in which tenths would flicker: `7 sn`. */
export function wholeSeconds(ms: number): string {
  return span(Math.max(0, Math.floor(ms / 1000)) * 1000).replace(',0', '')
}

const longDay = new Intl.DateTimeFormat('tr-TR', { timeZone: ZONE, day: 'numeric', month: 'long', year: 'numeric' })
const minute = new Intl.DateTimeFormat('tr-TR', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hour12: false })

/** The day in Istanbul in words: `22 Kasım 2026`. */
export function dayName(epochMs: number): string {
  return longDay.format(epochMs)
}

/** Hour and minute in Istanbul: `14:02`. */
export function hourAndMinute(epochMs: number): string {
  return minute.format(epochMs)
}

/** Day and time without seconds: `22.11.2026 14:02`. */
export function dayAndMinute(epochMs: number): string {
  return `${istanbulDay(epochMs)} ${minute.format(epochMs)}`
}
