export { closeBook, openBook } from './book'
export { applyDelta, openShape } from './apply-delta'
export { LATE_LIMIT_MS, nextRhythm } from './freshness'
export { FRAME, LISTS, usedBytes } from './memory'
export { closeSymbolTable, openSymbolTable, registerSymbol } from './symbol-table'
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
export { checksumOfDigits, checksumOfPairs } from './checksum'
