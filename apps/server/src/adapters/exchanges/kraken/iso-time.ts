const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z$/
const ZERO = 48
const DAY_MS = 86_400_000
const MAX_FRACTION = 9

/** Days from 1970-01-01 of a civil date (Howard Hinnant's days_from_civil, for years from 1). */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function epochMs(year: number, month: number, day: number, hour: number, minute: number, second: number): number {
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59)
    return -1
  return daysFromCivil(year, month, day) * DAY_MS + hour * 3_600_000 + minute * 60_000 + second * 1_000
}

/** Epoch ms of a UTC time in ISO 8601 with up to nine decimals, truncated to ms; -1 for any other text. */
export function parseIsoTime(text: string): number {
  const parts = ISO.exec(text)
  if (parts === null) return -1
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const base = epochMs(year, month, day, hour, minute, second)
  return base < 0 ? -1 : base + Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
}

/** `parseIsoTime` of the bytes at a cursor, which stops before the closing quote; -1 for any other text. */
export function scanIsoTime(cursor: { readonly bytes: Uint8Array; offset: number }): number {
  const { bytes, offset } = cursor
  const year = digits(bytes, offset, 4)
  const month = digits(bytes, offset + 5, 2)
  const day = digits(bytes, offset + 8, 2)
  const hour = digits(bytes, offset + 11, 2)
  const minute = digits(bytes, offset + 14, 2)
  const second = digits(bytes, offset + 17, 2)
  if (year < 0 || month < 0 || day < 0 || hour < 0 || minute < 0 || second < 0) return -1
  if (bytes[offset + 4] !== 0x2d || bytes[offset + 7] !== 0x2d || bytes[offset + 10] !== 0x54) return -1
  if (bytes[offset + 13] !== 0x3a || bytes[offset + 16] !== 0x3a) return -1
  const base = epochMs(year, month, day, hour, minute, second)
  if (base < 0) return -1
  let end = offset + 19
  let fraction = 0
  if (bytes[end] === 0x2e) {
    const from = ++end
    for (let byte = bytes[end]; byte !== undefined && byte >= ZERO && byte <= ZERO + 9; byte = bytes[++end]) {
      if (end < from + 3) fraction = fraction * 10 + (byte - ZERO)
    }
    const length = end - from
    if (length === 0 || length > MAX_FRACTION) return -1
    for (let missing = length; missing < 3; missing++) fraction *= 10
  }
  if (bytes[end] !== 0x5a) return -1
  cursor.offset = end + 1
  return base + fraction
}

function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let offset = 0; offset < count; offset++) {
    const digit = (bytes[at + offset] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}
