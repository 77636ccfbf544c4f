import { tellLength } from './digits'

/*
 * Times as Kraken writes them: `2026-08-02T10:20:30.123456Z`.
 */

const DAY_MS: i64 = 86_400_000
/** Most decimals of a second, nanoseconds: Kraken sends six, and the host's reader takes no more than nine. */
const MOST_FRACTION: u32 = 9
const DOT: u8 = 0x2e
const ZULU: u8 = 0x5a
/** The text `0000-00-00T00:00`, and a bit for each byte of it that is a digit. */
const TEMPLATE: v128 = i8x16(48, 48, 48, 48, 45, 48, 48, 45, 48, 48, 84, 48, 48, 58, 48, 48)
const DIGITS: u32 = 0xdb6f

/** Days from 1970-01-01 of a civil date (Howard Hinnant's days_from_civil, for years from 1). */
function daysFromCivil(year: i64, month: i64, day: i64): i64 {
  const y = month <= 2 ? year - 1 : year
  const era = y / 400
  const yearOfEra = y - era * 400
  const dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  const dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/**
 * Scans a UTC time up to the quote as epoch ms, with up to nine decimals of a second; digits below a millisecond are
 * cut off. -1 for any other text.
 */
export function scanIsoTime(at: usize): f64 {
  const values = i8x16.sub(v128.load(at), TEMPLATE)
  const isDigit = i8x16.bitmask(i8x16.lt_u(values, i8x16.splat(10))) as u32
  const isMark = i8x16.bitmask(i8x16.eq(values, i8x16.splat(0))) as u32
  if ((isDigit & DIGITS) !== DIGITS || (isMark | DIGITS) !== 0xffff) return -1
  const tens = load<u8>(at + 17) - 0x30
  const ones = load<u8>(at + 18) - 0x30
  if (load<u8>(at + 16) !== 0x3a || tens > 5 || ones > 9) return -1
  const year =
    (i8x16.extract_lane_u(values, 0) as i64) * 1000 +
    (i8x16.extract_lane_u(values, 1) as i64) * 100 +
    (i8x16.extract_lane_u(values, 2) as i64) * 10 +
    (i8x16.extract_lane_u(values, 3) as i64)
  const month = (i8x16.extract_lane_u(values, 5) as i64) * 10 + (i8x16.extract_lane_u(values, 6) as i64)
  const day = (i8x16.extract_lane_u(values, 8) as i64) * 10 + (i8x16.extract_lane_u(values, 9) as i64)
  const hour = (i8x16.extract_lane_u(values, 11) as i64) * 10 + (i8x16.extract_lane_u(values, 12) as i64)
  const minute = (i8x16.extract_lane_u(values, 14) as i64) * 10 + (i8x16.extract_lane_u(values, 15) as i64)
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59) return -1
  const second = (tens as i64) * 10 + (ones as i64)
  let end = at + 19
  let fraction: i64 = 0
  if (load<u8>(end) === DOT) {
    const from = ++end
    for (let digit = load<u8>(end) - 0x30; digit <= 9; digit = load<u8>(++end) - 0x30) {
      if (end < from + 3) fraction = fraction * 10 + (digit as i64)
    }
    const length = (end - from) as u32
    if (length === 0 || length > MOST_FRACTION) return -1
    for (let missing = length; missing < 3; missing++) fraction *= 10
  }
  if (load<u8>(end) !== ZULU) return -1
  tellLength((end + 1 - at) as u32, 0)
  const days = daysFromCivil(year, month, day)
  return (days * DAY_MS + hour * 3_600_000 + minute * 60_000 + second * 1_000 + fraction) as f64
}
