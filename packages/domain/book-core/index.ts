export { FRAME, LISTS, usedBytes } from './memory'
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
