export { closeBook, openBook } from './book'
export { follow, openShape } from './follow'
export { LATE_LIMIT_MS, nextRhythm } from './freshness'
export { FRAME, LISTS, usedBytes } from './memory'
export { closeRoster, enroll, openRoster } from './roster'
export { SCANNED, scanObjects, scanPadded, scanTexts } from './scan'
export {
  clear,
  closeSide,
  levelAt,
  openSide,
  rescale,
  roomOf,
  setLevels,
  textAt,
  truncate,
} from './side'
export { sumDigits, sumPairs } from './sums'
